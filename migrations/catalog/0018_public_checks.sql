-- When the host last confirmed that everyone may read the repository; milliseconds since 1970.
ALTER TABLE repository ADD COLUMN public_checked_at INTEGER;
