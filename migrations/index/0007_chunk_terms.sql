-- The terms of chunks as the keyword index takes them, kept with the content they are of: another state that holds it is indexed
-- without a text being read or split.
CREATE TABLE chunk_terms (
  -- Row of the content * 65,536 + place of the chunk in it.
  id INTEGER PRIMARY KEY,
  -- Of the rules that split and fold; terms of other rules count as none.
  version INTEGER NOT NULL,
  -- Space-separated, by column of the index.
  symbols TEXT NOT NULL,
  prose TEXT NOT NULL,
  code TEXT NOT NULL
) STRICT;
