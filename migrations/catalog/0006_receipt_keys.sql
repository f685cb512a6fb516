-- The key receipts are signed with where the deployment was given none: made at first use, one for good.
CREATE TABLE receipt_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- Base64 of the 32 bytes of an Ed25519 secret.
  secret TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
