-- Files of uploads that conversations cite. When a snapshot is removed, its cited files are copied here, so that the citations stay readable.

CREATE TABLE citation (
  repository TEXT NOT NULL,
  viewer TEXT NOT NULL,
  conversation TEXT NOT NULL,
  -- The id of the snapshot, as in links; its number and rows are gone when the link is opened.
  snapshot TEXT NOT NULL,
  path TEXT NOT NULL,
  PRIMARY KEY (repository, viewer, conversation, snapshot, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX citation_file ON citation (snapshot, path);

CREATE TABLE cited_file (
  snapshot TEXT NOT NULL,
  path TEXT NOT NULL,
  repository TEXT NOT NULL,
  commit_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  language TEXT NOT NULL,
  encoding TEXT NOT NULL,
  lines INTEGER NOT NULL,
  -- With masked secrets.
  text TEXT NOT NULL,
  -- JSON: the masked lines, [{ line, rule }].
  masked TEXT NOT NULL,
  -- When the snapshot was created and removed, in milliseconds since 1970.
  indexed_at INTEGER NOT NULL,
  removed_at INTEGER NOT NULL,
  PRIMARY KEY (snapshot, path)
) STRICT;
CREATE INDEX cited_file_repository ON cited_file (repository);
