-- Index data of the repositories of one shard. Rows of `content` and below are keyed by content, so that a file in ten snapshots is
-- parsed and stored once. Full-text tables are created per snapshot, not here.

CREATE TABLE content (
  id INTEGER PRIMARY KEY,
  -- SHA-256 of the file's bytes.
  hash TEXT NOT NULL,
  -- Versions and budgets of the chunker.
  chunker TEXT NOT NULL,
  language TEXT NOT NULL,
  encoding TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  chunks INTEGER NOT NULL,
  symbols INTEGER NOT NULL,
  degraded INTEGER NOT NULL,
  -- JSON: secrets, [{ start, end, rule, line }] in UTF-16 offsets into the text; null when there are none.
  masks TEXT,
  UNIQUE (hash, chunker, language)
) STRICT;

CREATE TABLE chunk (
  id INTEGER PRIMARY KEY,
  -- SHA-256 of `raw` in UTF-8.
  hash TEXT NOT NULL UNIQUE,
  raw TEXT NOT NULL
) STRICT;

CREATE TABLE content_chunk (
  content_id INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  chunk_id INTEGER NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  -- UTF-16 offset of the chunk in its file.
  start_offset INTEGER NOT NULL,
  kind TEXT NOT NULL,
  symbol TEXT,
  metadata TEXT NOT NULL,
  PRIMARY KEY (content_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX content_chunk_chunk ON content_chunk (chunk_id);

CREATE TABLE symbol (
  content_id INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  name TEXT NOT NULL,
  qualified_name TEXT NOT NULL,
  kind TEXT NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  name_line INTEGER NOT NULL,
  signature TEXT NOT NULL,
  documentation TEXT NOT NULL,
  documentation_start_line INTEGER,
  documentation_end_line INTEGER,
  exported INTEGER NOT NULL,
  complexity INTEGER NOT NULL,
  PRIMARY KEY (content_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX symbol_name ON symbol (name COLLATE NOCASE);

CREATE TABLE file (
  id INTEGER PRIMARY KEY,
  snapshot INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  path TEXT NOT NULL,
  role TEXT NOT NULL,
  -- Folder of its package; null for the root's.
  package TEXT,
  -- Null until the file is parsed.
  content_id INTEGER,
  UNIQUE (snapshot, generation, path)
) STRICT;
CREATE INDEX file_content ON file (content_id);

CREATE TABLE skipped (
  snapshot INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  path TEXT NOT NULL,
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (snapshot, generation, path)
) STRICT, WITHOUT ROWID;

-- Stored with the rows that parts write, so that a part's rows and its completion are one transaction.
CREATE TABLE job_part (
  job TEXT NOT NULL,
  stage TEXT NOT NULL,
  part INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done')),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- A running part with an expired lease counts as dead.
  lease_until INTEGER NOT NULL DEFAULT 0,
  input TEXT NOT NULL,
  counts TEXT NOT NULL DEFAULT '{}',
  rows_written INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  started_at INTEGER,
  finished_at INTEGER,
  PRIMARY KEY (job, stage, part)
) STRICT, WITHOUT ROWID;
