-- Until when a failed job's parts, blobs and rows are retained, so that it can resume; null when nothing is.
ALTER TABLE job ADD COLUMN kept_until INTEGER;
-- JSON: milliseconds the job was stopped after a failure, by the stage it failed at.
ALTER TABLE job ADD COLUMN paused TEXT NOT NULL DEFAULT '{}';
