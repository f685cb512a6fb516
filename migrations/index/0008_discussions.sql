-- Pull requests and issues, stored once for all versions of their repository. The commits of a version determine which of them it
-- shows. Full-text tables are created per repository.

-- The number in the name of a repository's full-text table. Never reused.
CREATE TABLE discussion_repository (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  repository TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE discussion (
  -- Also the row of the full-text table; never reused.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  repository TEXT NOT NULL,
  -- Pull requests and issues share one sequence of numbers.
  number INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('pull-request', 'issue')),
  title TEXT NOT NULL,
  author TEXT NOT NULL,
  -- Milliseconds since 1970.
  opened_at INTEGER NOT NULL,
  closed_at INTEGER NOT NULL,
  body TEXT NOT NULL,
  is_cut INTEGER NOT NULL,
  -- JSON array.
  labels TEXT NOT NULL,
  url TEXT NOT NULL,
  merge_commit TEXT,
  more_remarks INTEGER NOT NULL,
  -- SHA-256 of everything including comments, so that unchanged discussions are not written again.
  hash TEXT NOT NULL,
  UNIQUE (repository, number)
) STRICT;

CREATE TABLE remark (
  discussion_id INTEGER NOT NULL,
  -- From 0, in the order of the comments.
  place INTEGER NOT NULL,
  kind TEXT NOT NULL,
  author TEXT NOT NULL,
  written_at INTEGER NOT NULL,
  body TEXT NOT NULL,
  is_cut INTEGER NOT NULL,
  path TEXT,
  line INTEGER,
  url TEXT NOT NULL,
  PRIMARY KEY (discussion_id, place)
) STRICT, WITHOUT ROWID;

-- Links of a discussion: from a pull request to the issues it closes, from an issue to the pull requests that closed it.
CREATE TABLE discussion_link (
  repository TEXT NOT NULL,
  number INTEGER NOT NULL,
  other INTEGER NOT NULL,
  PRIMARY KEY (repository, number, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX discussion_link_other ON discussion_link (repository, other);

-- Commits that a pull request introduced according to the host, including the merge commit.
CREATE TABLE discussion_commit (
  repository TEXT NOT NULL,
  number INTEGER NOT NULL,
  commit_id TEXT NOT NULL,
  PRIMARY KEY (repository, number, commit_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX discussion_commit_commit ON discussion_commit (repository, commit_id);
