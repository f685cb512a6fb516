-- Which conversations exist about a repository, so that they are deleted with it. Their content is in Durable Objects.

CREATE TABLE conversation (
  repository_id TEXT NOT NULL REFERENCES repository (id),
  viewer TEXT NOT NULL,
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (repository_id, viewer, id)
) STRICT, WITHOUT ROWID;
