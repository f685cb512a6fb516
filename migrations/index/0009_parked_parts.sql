-- Until when a part waits for a host's rate limit; its error states the reason. Waiting uses up no attempts.
ALTER TABLE job_part ADD COLUMN not_before INTEGER NOT NULL DEFAULT 0;
