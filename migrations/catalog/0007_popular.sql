-- What the setting calls a repository that is kept for everyone, where that is not what its host calls it.
ALTER TABLE repository ADD COLUMN popular_as TEXT;
