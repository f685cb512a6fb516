-- 1 for origins from a host, which contain only the last change of each line. Origins from a clone contain the full history and replace them.
ALTER TABLE version_origins ADD COLUMN is_last_alone INTEGER NOT NULL DEFAULT 0;
