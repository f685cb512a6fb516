-- The lines that commits changed. A commit without a row was imported without them.

CREATE TABLE history_patch (
  history_commit_id INTEGER PRIMARY KEY,
  -- Compressed JSON: hunks by file.
  packed BLOB NOT NULL
) STRICT;
