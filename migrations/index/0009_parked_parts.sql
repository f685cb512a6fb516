-- Until when a part waits by itself, for a limit of a host to be over; its error says for what. Its tries are not spent meanwhile.
ALTER TABLE job_part ADD COLUMN not_before INTEGER NOT NULL DEFAULT 0;
