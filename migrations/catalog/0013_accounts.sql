-- People of a hosted deployment. The columns are those that better-auth reads and writes; times are milliseconds since 1970.
-- A deployment in open mode leaves these tables empty.
CREATE TABLE user (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  email_verified INTEGER NOT NULL DEFAULT 0 CHECK (email_verified IN (0, 1)),
  image TEXT,
  -- Set by the first sign-in with the verified ADMIN_EMAIL.
  is_admin INTEGER NOT NULL DEFAULT 0 CHECK (is_admin IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE session (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  token TEXT NOT NULL UNIQUE,
  ip_address TEXT,
  user_agent TEXT,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX session_user ON session (user_id);
CREATE INDEX session_expiry ON session (expires_at);

-- A way to sign in: a password, or an account at GitHub. The tokens stay empty, because nothing needs them after the sign-in.
CREATE TABLE account (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  provider_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  password TEXT,
  access_token TEXT,
  refresh_token TEXT,
  id_token TEXT,
  access_token_expires_at INTEGER,
  refresh_token_expires_at INTEGER,
  scope TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (provider_id, account_id)
) STRICT;

CREATE INDEX account_user ON account (user_id);

-- Codes, password resets and the states of sign-ins at GitHub.
CREATE TABLE verification (
  id TEXT PRIMARY KEY,
  identifier TEXT NOT NULL,
  value TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX verification_identifier ON verification (identifier);
CREATE INDEX verification_expiry ON verification (expires_at);

-- Attempts in the current time window. The key is a keyed hash of a path with a client address or an e-mail address.
CREATE TABLE sign_in_attempts (
  key TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT;

CREATE INDEX sign_in_attempts_end ON sign_in_attempts (ends_at);
