-- Pull requests and issues, stored once for all versions of their repository. Which of them a version may speak of is told by the
-- commits it holds. Full-text tables of what was said are made a repository at a time.

-- A repository's number here: its full-text table is named by it. Never given twice.
CREATE TABLE discussion_repository (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  repository TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE discussion (
  -- Also the row of the full-text table; never given twice.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  repository TEXT NOT NULL,
  -- Pull requests and issues are counted together.
  number INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('pull-request', 'issue')),
  title TEXT NOT NULL,
  author TEXT NOT NULL,
  -- Milliseconds.
  opened_at INTEGER NOT NULL,
  closed_at INTEGER NOT NULL,
  body TEXT NOT NULL,
  is_cut INTEGER NOT NULL,
  -- JSON array.
  labels TEXT NOT NULL,
  url TEXT NOT NULL,
  merge_commit TEXT,
  more_remarks INTEGER NOT NULL,
  -- SHA-256 of all of it with its remarks: what is handed over again unchanged writes nothing.
  hash TEXT NOT NULL,
  UNIQUE (repository, number)
) STRICT;

CREATE TABLE remark (
  discussion_id INTEGER NOT NULL,
  -- From 0, in the order they are told.
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

-- What a discussion tells of itself: a pull request the issues it closes, an issue the pull requests that closed it.
CREATE TABLE discussion_link (
  repository TEXT NOT NULL,
  number INTEGER NOT NULL,
  other INTEGER NOT NULL,
  PRIMARY KEY (repository, number, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX discussion_link_other ON discussion_link (repository, other);

-- Commits a pull request brought, as the host tells; the merge commit is among them.
CREATE TABLE discussion_commit (
  repository TEXT NOT NULL,
  number INTEGER NOT NULL,
  commit_id TEXT NOT NULL,
  PRIMARY KEY (repository, number, commit_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX discussion_commit_commit ON discussion_commit (repository, commit_id);
