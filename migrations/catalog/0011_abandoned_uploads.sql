-- 1 once a cleanup has claimed the row to remove what the upload stored. From then on the upload cannot renew its lease or add its snapshot.
ALTER TABLE upload ADD COLUMN is_abandoned INTEGER NOT NULL DEFAULT 0;
