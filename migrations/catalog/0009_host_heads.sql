-- The head of the default branch on the host, as last reported by a check or a push.
ALTER TABLE repository ADD COLUMN host_ref TEXT;
ALTER TABLE repository ADD COLUMN host_head TEXT;
ALTER TABLE repository ADD COLUMN host_checked_at INTEGER;
