-- Content is shared within a scope: '' for repositories that everyone may read, otherwise the id of the repository's owner. Older rows
-- are in scope ''. The table is copied because SQLite cannot change a unique constraint; its rows keep their ids.

CREATE TABLE scoped_content (
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
  scope TEXT NOT NULL DEFAULT '',
  UNIQUE (hash, chunker, language, scope)
) STRICT;
INSERT INTO scoped_content (id, hash, chunker, language, encoding, bytes, lines, chunks, symbols, degraded, masks)
  SELECT id, hash, chunker, language, encoding, bytes, lines, chunks, symbols, degraded, masks FROM content;
DROP TABLE content;
ALTER TABLE scoped_content RENAME TO content;

-- The text of all chunks is too much to copy, so their scope is part of `chunk.hash`: SHA-256 of `raw`, followed by a space and the scope
-- unless the scope is ''.
