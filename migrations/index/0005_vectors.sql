-- Vectors of this shard's snapshots in an external vector index that cannot list its vectors or find them by chunk. Empty
-- when vectors are stored in Durable Objects.

-- A vector in the index: one per embedded item, modality and path of a snapshot.
CREATE TABLE vector_copy (
  -- Its id in the index.
  vector TEXT PRIMARY KEY,
  repository TEXT NOT NULL,
  snapshot INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  -- Id of the embedded item.
  embedded TEXT NOT NULL,
  -- `planned` before it is written, `written` after, `settled` once reads of the index see it.
  progress TEXT NOT NULL CHECK (progress IN ('planned', 'written', 'settled'))
) STRICT, WITHOUT ROWID;
CREATE INDEX vector_copy_embedded ON vector_copy (repository, embedded);
CREATE INDEX vector_copy_state ON vector_copy (snapshot, generation);

-- The vectors of each chunk.
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

-- The last write of a snapshot, which must be visible to reads before it is published.
CREATE TABLE vector_write (
  snapshot INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  mutation TEXT NOT NULL,
  written_at INTEGER NOT NULL,
  PRIMARY KEY (snapshot, generation)
) STRICT, WITHOUT ROWID;
