-- Snapshots that are removed before their repository: replaced by a newer one of the same version, or removed by hand.
-- They are invisible from `removed_at` on, and their index rows are deleted by `emptied_at`. The row itself stays, so that links to the
-- snapshot can report that it was removed.
ALTER TABLE snapshot ADD COLUMN removed_at INTEGER;
ALTER TABLE snapshot ADD COLUMN emptied_at INTEGER;
CREATE INDEX snapshot_removed ON snapshot (number) WHERE removed_at IS NOT NULL AND emptied_at IS NULL;
-- When it was last read, to the hour; null if never since it was added.
ALTER TABLE repository ADD COLUMN used_at INTEGER;
