-- The tags of repositories, which questions about versions refer to. The commit of a tag need not be part of an indexed version.

CREATE TABLE history_tag (
  repository TEXT NOT NULL,
  name TEXT NOT NULL,
  commit_id TEXT NOT NULL,
  -- Milliseconds since 1970: when the commit was made.
  committed_at INTEGER NOT NULL,
  PRIMARY KEY (repository, name)
) STRICT, WITHOUT ROWID;
