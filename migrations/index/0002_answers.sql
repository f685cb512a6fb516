-- Cached answers of one published snapshot, keyed by a digest of the question and of everything that affects the answer.

CREATE TABLE answer (
  id INTEGER PRIMARY KEY,
  snapshot INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  digest TEXT NOT NULL,
  -- JSON array of the answer's events.
  events TEXT NOT NULL,
  UNIQUE (snapshot, generation, digest)
) STRICT;
