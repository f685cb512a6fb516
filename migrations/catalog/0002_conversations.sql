-- Which conversations there are about a repository, so that they go when it does. What was said is in their objects.

CREATE TABLE conversation (
  repository_id TEXT NOT NULL REFERENCES repository (id),
  viewer TEXT NOT NULL,
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (repository_id, viewer, id)
) STRICT, WITHOUT ROWID;
