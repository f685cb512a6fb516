-- Requests with an Idempotency-Key and their first response, for a day. No column contains a secret.
CREATE TABLE idempotent_request (
  -- Who sent the request: a user, or a key of a user.
  sender TEXT NOT NULL,
  key TEXT NOT NULL,
  -- The user to whom the row belongs.
  owner TEXT NOT NULL,
  -- Method, path and query.
  target TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  -- The repository that the response is about, if it contains anything of it.
  repository TEXT,
  -- Milliseconds since 1970.
  started_at INTEGER NOT NULL,
  -- NULL while the request runs.
  status INTEGER,
  response TEXT,
  PRIMARY KEY (sender, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotent_request_owner ON idempotent_request (owner, repository);
CREATE INDEX idempotent_request_repository ON idempotent_request (repository) WHERE repository IS NOT NULL;
CREATE INDEX idempotent_request_started ON idempotent_request (started_at);
