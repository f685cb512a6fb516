-- 1 once a clean-up has taken the row to remove what the upload stored: from then on the upload cannot renew its lease or add its snapshot.
ALTER TABLE upload ADD COLUMN is_abandoned INTEGER NOT NULL DEFAULT 0;
