-- When the last check of the default branch started, whatever its outcome. `host_checked_at` is the last successful check.
ALTER TABLE repository ADD COLUMN head_check_began_at INTEGER;
