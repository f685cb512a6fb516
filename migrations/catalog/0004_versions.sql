-- Snapshots that go before their repository does: a newer one of the same version has replaced them, or they were removed by hand.
-- Invisible from `removed_at` on; of the index their rows are gone at `emptied_at`. The row itself stays, so that whoever holds a
-- link to one is told what became of it.
ALTER TABLE snapshot ADD COLUMN removed_at INTEGER;
ALTER TABLE snapshot ADD COLUMN emptied_at INTEGER;
CREATE INDEX snapshot_removed ON snapshot (number) WHERE removed_at IS NOT NULL AND emptied_at IS NULL;
-- When it was last read, to the hour; null where it has not been since it was added.
ALTER TABLE repository ADD COLUMN used_at INTEGER;
