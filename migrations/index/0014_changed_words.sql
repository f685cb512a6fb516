-- The number in the name of a repository's full-text table of changed words. Repositories whose history was imported without these words
-- have none. Never reused.
CREATE TABLE history_words_repository (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  repository TEXT NOT NULL UNIQUE
) STRICT;
