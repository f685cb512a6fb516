-- What a user has chosen for the app, as JSON.
CREATE TABLE preference (
  owner TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
