-- The name in the setting of popular repositories, if it differs from the host's name.
ALTER TABLE repository ADD COLUMN popular_as TEXT;
