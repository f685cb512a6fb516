-- Answers given from one published state, under a digest of the question and of what shapes an answer.

CREATE TABLE answer (
  id INTEGER PRIMARY KEY,
  snapshot INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  digest TEXT NOT NULL,
  -- JSON array of the events it was told in.
  events TEXT NOT NULL,
  UNIQUE (snapshot, generation, digest)
) STRICT;
