-- When a check of the default branch last began, whatever its outcome. `host_checked_at` is the last check that succeeded.
ALTER TABLE repository ADD COLUMN head_check_began_at INTEGER;
