-- API keys of users. A secret is stored as its SHA-256 hash only; a rotated key may have two for a while.
CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  -- JSON: scopes, ids of repositories (NULL for all), origins, and limits by measure.
  scopes TEXT NOT NULL,
  repositories TEXT,
  origins TEXT NOT NULL,
  limits TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX api_key_user ON api_key (user_id, created_at);

CREATE TABLE api_key_secret (
  hash TEXT PRIMARY KEY,
  key_id TEXT NOT NULL,
  -- When an earlier secret ends; NULL for the current one.
  ends_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX api_key_secret_key ON api_key_secret (key_id);
