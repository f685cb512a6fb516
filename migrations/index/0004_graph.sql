-- The graph of snapshots: what contents say of others, and the edges made of it. Edges hang on the file that refers and are
-- stored once for as many snapshots of a repository as hold a file with the same ones.

-- What the text of a file names, beside its symbols; nothing of a content that names nothing.
CREATE TABLE content_reference (
  content_id INTEGER PRIMARY KEY,
  -- JSON: read for every file of a snapshot while any is resolved.
  outline TEXT NOT NULL,
  -- JSON: read only while the file itself is resolved.
  uses TEXT NOT NULL
) STRICT;

-- Where edges of a repository lead, whatever snapshot they are of: a file by its path, a package outside by its name, and a name
-- that several definitions bear.
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
  -- SHA-256 over the path and the edges.
  hash TEXT NOT NULL,
  edges INTEGER NOT NULL,
  UNIQUE (repository, hash)
) STRICT;

CREATE TABLE edge (
  set_id INTEGER NOT NULL,
  -- Ordinal of the definition that refers; -1 where the file itself does.
  from_symbol INTEGER NOT NULL,
  -- Place in the set.
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL,
  tier TEXT NOT NULL,
  line INTEGER NOT NULL,
  to_place INTEGER NOT NULL,
  -- Ordinal of the definition in the file; -1 for the place itself.
  to_symbol INTEGER NOT NULL,
  -- How many definitions bear the name; 0 where the place is no name.
  candidates INTEGER NOT NULL,
  PRIMARY KEY (set_id, from_symbol, ordinal)
) STRICT, WITHOUT ROWID;
-- Holds all that a step against the edges reads.
CREATE INDEX edge_target ON edge (to_place, to_symbol, kind, tier, line);

-- All null until the file is linked; `edge_set_id` stays so where it has no edge.
ALTER TABLE file ADD COLUMN place_id INTEGER;
ALTER TABLE file ADD COLUMN edge_set_id INTEGER;
-- PageRank, null for 0; of the definitions a JSON object by ordinal, those of rank 0 left out.
ALTER TABLE file ADD COLUMN rank REAL;
ALTER TABLE file ADD COLUMN symbol_ranks TEXT;
CREATE INDEX file_place ON file (place_id, snapshot, generation);
CREATE INDEX file_edge_set ON file (edge_set_id, snapshot, generation);
