-- Uploads in progress. A row is deleted when its snapshot is added or the upload ends. A row with an expired lease belongs to an upload that
-- was interrupted by a crash; what it stored is removed.
CREATE TABLE upload (
  job TEXT PRIMARY KEY,
  -- Index database of the job's parts.
  shard INTEGER NOT NULL,
  lease_until INTEGER NOT NULL,
  -- The blob that is uploaded in pieces, and the store's upload id; null before it starts.
  blob_key TEXT,
  blob_upload TEXT
) STRICT, WITHOUT ROWID;
