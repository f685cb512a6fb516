-- The git history of repositories. Commits are stored once per repository; which of them a version contains, and where its lines come
-- from, is stored per version. Full-text tables of messages are created per repository.

-- The number in the name of a repository's full-text table. Never reused.
CREATE TABLE history_repository (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  repository TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE history_commit (
  -- In insertion order, which ranges of commits rely on; also the row of the full-text table. Never reused, because packed
  -- origins refer to it.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  repository TEXT NOT NULL,
  commit_id TEXT NOT NULL,
  -- 0: named by line origins, but not uploaded yet. All columns below are empty then.
  is_known INTEGER NOT NULL DEFAULT 0,
  -- JSON array of commit ids.
  parents TEXT NOT NULL DEFAULT '[]',
  author TEXT NOT NULL DEFAULT '',
  -- Milliseconds since 1970.
  authored_at INTEGER NOT NULL DEFAULT 0,
  committed_at INTEGER NOT NULL DEFAULT 0,
  message TEXT NOT NULL DEFAULT '',
  is_cut INTEGER NOT NULL DEFAULT 0,
  -- Number of changed files, including those without a row.
  changed_files INTEGER NOT NULL DEFAULT 0,
  -- The pull request named by its message, and other numbers in it.
  pull_request INTEGER,
  pull_request_title TEXT,
  issues TEXT NOT NULL DEFAULT '[]',
  UNIQUE (repository, commit_id)
) STRICT;
CREATE INDEX history_commit_time ON history_commit (repository, committed_at DESC, id) WHERE is_known = 1;

-- A path that a file had at some time.
CREATE TABLE history_path (
  id INTEGER PRIMARY KEY,
  repository TEXT NOT NULL,
  path TEXT NOT NULL,
  UNIQUE (repository, path)
) STRICT;

CREATE TABLE history_file (
  path_id INTEGER NOT NULL,
  history_commit_id INTEGER NOT NULL,
  -- -1 for a binary file.
  added INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  -- The path before the commit; null if unchanged.
  old_path_id INTEGER,
  PRIMARY KEY (path_id, history_commit_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX history_file_commit ON history_file (history_commit_id);

-- Numbers in messages. Pull requests and issues share one sequence of numbers.
CREATE TABLE history_mention (
  repository TEXT NOT NULL,
  number INTEGER NOT NULL,
  history_commit_id INTEGER NOT NULL,
  PRIMARY KEY (repository, number, history_commit_id)
) STRICT, WITHOUT ROWID;

-- The known history of a version.
CREATE TABLE history_version (
  snapshot INTEGER PRIMARY KEY,
  repository TEXT NOT NULL,
  tip TEXT,
  -- JSON: ranges of rows of `history_commit`, [[first, last], …], that the version contains; null until all are stored.
  members TEXT,
  commits INTEGER NOT NULL DEFAULT 0,
  since INTEGER,
  -- JSON array.
  notes TEXT NOT NULL DEFAULT '[]',
  is_complete INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX history_version_repository ON history_version (repository);

-- Packed line histories of a file, stored once for all versions with the same ones.
CREATE TABLE line_origins (
  id INTEGER PRIMARY KEY,
  repository TEXT NOT NULL,
  -- SHA-256 of the following columns.
  hash TEXT NOT NULL,
  -- JSON array: rows of the commits; `packed` refers to them by their index here.
  commits TEXT NOT NULL,
  packed TEXT NOT NULL,
  UNIQUE (repository, hash)
) STRICT;

CREATE TABLE version_origins (
  snapshot INTEGER NOT NULL,
  path TEXT NOT NULL,
  -- SHA-256 of the file's bytes.
  hash TEXT NOT NULL,
  line_origins_id INTEGER NOT NULL,
  PRIMARY KEY (snapshot, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX version_origins_packed ON version_origins (line_origins_id);
