-- What the default branch of a repository on a host pointed to when the host last said so, by a check or a push.
ALTER TABLE repository ADD COLUMN host_ref TEXT;
ALTER TABLE repository ADD COLUMN host_head TEXT;
ALTER TABLE repository ADD COLUMN host_checked_at INTEGER;
