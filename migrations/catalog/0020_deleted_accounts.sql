-- Ids of accounts that were deleted in the last hours. What a request that began before has stored is then removed, too.
CREATE TABLE deleted_account (
  id TEXT PRIMARY KEY,
  -- Milliseconds since 1970.
  deleted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
