-- Links to read one conversation. Only the hash of a link's token is stored. A revoked link is deleted.
CREATE TABLE share (
  id TEXT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  owner TEXT NOT NULL,
  repository_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  -- The first question, for the list of links.
  title TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- Null for a link that does not expire.
  expires_at INTEGER
) STRICT;
CREATE INDEX share_owner ON share (owner, created_at);
CREATE INDEX share_repository ON share (repository_id);
