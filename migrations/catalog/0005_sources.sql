-- Where repositories come from, and their state on the host. JSON: a `Source` of core/repositories/source.ts.
ALTER TABLE repository ADD COLUMN source TEXT NOT NULL DEFAULT '{"kind":"upload"}';
-- Null for a public source. For a private one: when its owner could last read it, and since when they no longer can.
ALTER TABLE repository ADD COLUMN access_checked_at INTEGER;
ALTER TABLE repository ADD COLUMN access_lost_at INTEGER;
-- The newest pushed commit of the default branch that waits while another is being indexed.
ALTER TABLE repository ADD COLUMN waiting_push TEXT;
-- Since when its refresh is being started.
ALTER TABLE repository ADD COLUMN push_started_at INTEGER;
-- When the host last answered a check for changes.
ALTER TABLE repository ADD COLUMN refreshed_at INTEGER;
CREATE INDEX repository_source ON repository (source ->> 'owner' COLLATE NOCASE, source ->> 'name' COLLATE NOCASE)
  WHERE source ->> 'kind' = 'github' AND removed_at IS NULL;

-- The host's ETag of the ref, which detects whether the ref has moved.
ALTER TABLE snapshot ADD COLUMN etag TEXT;
-- recent, full or none; null for an upload.
ALTER TABLE snapshot ADD COLUMN history TEXT;
-- Identifies the rules that shaped the manifest. A manifest with other rules is not reused.
ALTER TABLE snapshot ADD COLUMN collected_by TEXT;

ALTER TABLE job ADD COLUMN kind TEXT NOT NULL DEFAULT 'index';

-- Access tokens of viewers, encrypted with AES-GCM and bound to viewer and host.
CREATE TABLE source_token (
  viewer TEXT NOT NULL,
  host TEXT NOT NULL,
  login TEXT NOT NULL,
  -- The key that encrypted it.
  key_version TEXT NOT NULL,
  -- Base64: twelve bytes of nonce, then the ciphertext with its tag.
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (viewer, host)
) STRICT, WITHOUT ROWID;

-- Processed webhook deliveries, to detect repeated ones.
CREATE TABLE webhook_delivery (
  id TEXT PRIMARY KEY,
  received_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_delivery_time ON webhook_delivery (received_at);
