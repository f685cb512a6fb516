-- Until when a failed job's parts, blobs and rows are kept, so that it can be taken up again; null when nothing is.
ALTER TABLE job ADD COLUMN kept_until INTEGER;
-- JSON: milliseconds the job stood still, failed, by the stage it failed at.
ALTER TABLE job ADD COLUMN paused TEXT NOT NULL DEFAULT '{}';
