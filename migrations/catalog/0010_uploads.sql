-- Sources that are being received. A row goes when its snapshot is added or the upload ends; one whose lease has expired belongs to an
-- upload that was interrupted by a crash, and what it stored is removed.
CREATE TABLE upload (
  job TEXT PRIMARY KEY,
  -- Index database that the parts of its job go to.
  shard INTEGER NOT NULL,
  lease_until INTEGER NOT NULL,
  -- The blob that is being sent in pieces, and the store's id of that; null before it begins.
  blob_key TEXT,
  blob_upload TEXT
) STRICT, WITHOUT ROWID;
