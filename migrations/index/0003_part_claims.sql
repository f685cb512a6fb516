-- Which claim holds the part. It only increases, while `attempts` restarts when a failed job resumes: a worker with an older claim
-- may neither finish nor release the part.
ALTER TABLE job_part ADD COLUMN claim INTEGER NOT NULL DEFAULT 0;
