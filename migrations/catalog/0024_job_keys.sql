-- The API key that started a job, for which its indexed lines count; NULL for a user, a push or a refresh by the server.
ALTER TABLE job ADD COLUMN key_id TEXT;
