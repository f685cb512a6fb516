-- The code graph of snapshots: references of contents, and the edges made from them. Edges belong to the referring file and are
-- stored once for all snapshots of a repository that contain a file with the same edges.

-- What a file refers to; no row for a content without references.
CREATE TABLE content_reference (
  content_id INTEGER PRIMARY KEY,
  -- JSON: read for every file of a snapshot while any file is resolved.
  outline TEXT NOT NULL,
  -- JSON: read only while the file itself is resolved.
  uses TEXT NOT NULL
) STRICT;

-- Targets of a repository's edges, independent of snapshots: a file by its path, an external package by its name, and a name that
-- several definitions have.
CREATE TABLE place (
  id INTEGER PRIMARY KEY,
  repository TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('file', 'package', 'name')),
  name TEXT NOT NULL,
  UNIQUE (repository, kind, name)
) STRICT;

-- The edges of one file.
CREATE TABLE edge_set (
  id INTEGER PRIMARY KEY,
  repository TEXT NOT NULL,
  -- SHA-256 of the path and the edges.
  hash TEXT NOT NULL,
  edges INTEGER NOT NULL,
  UNIQUE (repository, hash)
) STRICT;

CREATE TABLE edge (
  set_id INTEGER NOT NULL,
  -- Ordinal of the referring definition; -1 for the file itself.
  from_symbol INTEGER NOT NULL,
  -- Index in the set.
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL,
  tier TEXT NOT NULL,
  line INTEGER NOT NULL,
  to_place INTEGER NOT NULL,
  -- Ordinal of the definition in the file; -1 for the place itself.
  to_symbol INTEGER NOT NULL,
  -- How many definitions have the name; 0 if the place is not a name.
  candidates INTEGER NOT NULL,
  PRIMARY KEY (set_id, from_symbol, ordinal)
) STRICT, WITHOUT ROWID;
-- Contains every column that a step against the edges reads.
CREATE INDEX edge_target ON edge (to_place, to_symbol, kind, tier, line);

-- All null until the file is linked; `edge_set_id` stays null for a file without edges.
ALTER TABLE file ADD COLUMN place_id INTEGER;
ALTER TABLE file ADD COLUMN edge_set_id INTEGER;
-- PageRank, null for 0; for the definitions a JSON list by ordinal.
ALTER TABLE file ADD COLUMN rank REAL;
ALTER TABLE file ADD COLUMN symbol_ranks TEXT;
CREATE INDEX file_place ON file (place_id, snapshot, generation);
CREATE INDEX file_edge_set ON file (edge_set_id, snapshot, generation);
