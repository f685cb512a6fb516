-- The signing key of receipts if none is configured: generated on first use, permanent.
CREATE TABLE receipt_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- Base64 of the 32 bytes of an Ed25519 secret.
  secret TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
