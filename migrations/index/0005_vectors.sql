-- What a vector index outside holds of the states of this shard, where it can neither list its vectors nor find them by chunk. Empty
-- where vectors are kept in objects of their own.

-- A vector as it stands in the index: one for each thing embedded, modality and path of a state.
CREATE TABLE vector_copy (
  -- Its id in the index.
  vector TEXT PRIMARY KEY,
  repository TEXT NOT NULL,
  snapshot INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  -- Id of what was embedded.
  embedded TEXT NOT NULL,
  -- `planned` before it is written, `written` after, `settled` once reads of the index see it.
  progress TEXT NOT NULL CHECK (progress IN ('planned', 'written', 'settled'))
) STRICT, WITHOUT ROWID;
CREATE INDEX vector_copy_embedded ON vector_copy (repository, embedded);
CREATE INDEX vector_copy_state ON vector_copy (snapshot, generation);

-- Which chunks have which.
CREATE TABLE vector_entry (
  snapshot INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  -- The chunk's key.
  chunk INTEGER NOT NULL,
  modality TEXT NOT NULL,
  path TEXT NOT NULL,
  vector TEXT NOT NULL,
  PRIMARY KEY (snapshot, generation, chunk, modality)
) STRICT, WITHOUT ROWID;
CREATE INDEX vector_entry_vector ON vector_entry (vector);

-- The last write of a state, which reads are to see before it is published.
CREATE TABLE vector_write (
  snapshot INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  mutation TEXT NOT NULL,
  written_at INTEGER NOT NULL,
  PRIMARY KEY (snapshot, generation)
) STRICT, WITHOUT ROWID;
