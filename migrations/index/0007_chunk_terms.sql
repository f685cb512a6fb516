-- Terms of chunks for the keyword index, stored with their content: a snapshot that shares the content is indexed without reading or
-- splitting its text.
CREATE TABLE chunk_terms (
  -- Row of the content * 65,536 + index of the chunk in it.
  id INTEGER PRIMARY KEY,
  -- Version of the rules that split and normalize. Terms of another version are ignored.
  version INTEGER NOT NULL,
  -- Space-separated, by column of the index.
  symbols TEXT NOT NULL,
  prose TEXT NOT NULL,
  code TEXT NOT NULL
) STRICT;
