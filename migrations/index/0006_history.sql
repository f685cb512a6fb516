-- What git knows of repositories' pasts. Commits are a repository's, stored once for all its versions; which of them a version
-- holds, and where its lines come from, is the version's own. Full-text tables of messages are made a repository at a time.

-- A repository's number here: its full-text table is named by it. Never given twice.
CREATE TABLE history_repository (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  repository TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE history_commit (
  -- In the order they came, which sets of commits are told in; also the row of the full-text table. Never given twice: packed
  -- origins name it.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  repository TEXT NOT NULL,
  commit_id TEXT NOT NULL,
  -- 0: named by lines' origins, and not handed over yet. All below is empty then.
  is_known INTEGER NOT NULL DEFAULT 0,
  -- JSON array of commit ids.
  parents TEXT NOT NULL DEFAULT '[]',
  author TEXT NOT NULL DEFAULT '',
  -- Milliseconds.
  authored_at INTEGER NOT NULL DEFAULT 0,
  committed_at INTEGER NOT NULL DEFAULT 0,
  message TEXT NOT NULL DEFAULT '',
  is_cut INTEGER NOT NULL DEFAULT 0,
  -- Files it changed, those kept below and those not.
  changed_files INTEGER NOT NULL DEFAULT 0,
  -- What its message says brought it, and names besides.
  pull_request INTEGER,
  pull_request_title TEXT,
  issues TEXT NOT NULL DEFAULT '[]',
  UNIQUE (repository, commit_id)
) STRICT;
CREATE INDEX history_commit_time ON history_commit (repository, committed_at DESC, id) WHERE is_known = 1;

-- A file's name at some time.
CREATE TABLE history_path (
  id INTEGER PRIMARY KEY,
  repository TEXT NOT NULL,
  path TEXT NOT NULL,
  UNIQUE (repository, path)
) STRICT;

CREATE TABLE history_file (
  path_id INTEGER NOT NULL,
  history_commit_id INTEGER NOT NULL,
  -- -1 of a binary file.
  added INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  -- What it was called before; null where it was called the same.
  old_path_id INTEGER,
  PRIMARY KEY (path_id, history_commit_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX history_file_commit ON history_file (history_commit_id);

-- Numbers messages name: pull requests and issues are counted together where both are.
CREATE TABLE history_mention (
  repository TEXT NOT NULL,
  number INTEGER NOT NULL,
  history_commit_id INTEGER NOT NULL,
  PRIMARY KEY (repository, number, history_commit_id)
) STRICT, WITHOUT ROWID;

-- A version's history as far as it is known.
CREATE TABLE history_version (
  snapshot INTEGER PRIMARY KEY,
  repository TEXT NOT NULL,
  tip TEXT,
  -- JSON: ranges of rows of `history_commit`, [[first, last], …], those the version holds; null until all are there.
  members TEXT,
  commits INTEGER NOT NULL DEFAULT 0,
  since INTEGER,
  -- JSON array.
  notes TEXT NOT NULL DEFAULT '[]',
  is_complete INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX history_version_repository ON history_version (repository);

-- Packed lineages of a file's lines, stored once for as many versions as tell the same of them.
CREATE TABLE line_origins (
  id INTEGER PRIMARY KEY,
  repository TEXT NOT NULL,
  -- SHA-256 of what follows.
  hash TEXT NOT NULL,
  -- JSON array: rows of the commits it names; `packed` names them by their place here.
  commits TEXT NOT NULL,
  packed TEXT NOT NULL,
  UNIQUE (repository, hash)
) STRICT;

CREATE TABLE version_origins (
  snapshot INTEGER NOT NULL,
  path TEXT NOT NULL,
  -- SHA-256 of the file's bytes they are told of.
  hash TEXT NOT NULL,
  line_origins_id INTEGER NOT NULL,
  PRIMARY KEY (snapshot, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX version_origins_packed ON version_origins (line_origins_id);
