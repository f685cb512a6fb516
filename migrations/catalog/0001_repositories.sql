-- Who added which repository, and which snapshot is served. One small database; nothing here grows with a repository's size.

CREATE TABLE repository (
  id TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  visibility TEXT NOT NULL CHECK (visibility IN ('private', 'public')),
  name TEXT NOT NULL,
  -- Index database with all its rows: INDEX_<shard>.
  shard INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- Set when removal starts: invisible at once, deleted after its rows.
  removed_at INTEGER
) STRICT;
CREATE UNIQUE INDEX repository_name ON repository (owner, name) WHERE removed_at IS NULL;

CREATE TABLE snapshot (
  -- Short key of its rows in the index database and of its full-text tables.
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  repository_id TEXT NOT NULL REFERENCES repository (id),
  ref TEXT,
  commit_id TEXT NOT NULL,
  subdirectory TEXT,
  -- The single top folder of the archive, which is removed from every path.
  wrapper_folder TEXT,
  status TEXT NOT NULL,
  -- The published generation that reads use; 0 until the first is published.
  generation INTEGER NOT NULL DEFAULT 0,
  counts TEXT NOT NULL DEFAULT '{}',
  timings TEXT NOT NULL DEFAULT '{}',
  -- Finished and total parts by stage when the job ended.
  progress TEXT NOT NULL DEFAULT '{}',
  rows_written INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  created_at INTEGER NOT NULL,
  ready_at INTEGER
) STRICT;
CREATE INDEX snapshot_repository ON snapshot (repository_id, number);

CREATE TABLE job (
  id TEXT PRIMARY KEY,
  snapshot_number INTEGER NOT NULL REFERENCES snapshot (number),
  -- The generation it builds.
  generation INTEGER NOT NULL,
  stage TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed')),
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX job_snapshot ON job (snapshot_number);
CREATE INDEX job_running ON job (state) WHERE state = 'running';
