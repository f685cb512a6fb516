-- Where repositories come from, and what is known of them over there. JSON: a `Source` of core/source.ts.
ALTER TABLE repository ADD COLUMN source TEXT NOT NULL DEFAULT '{"kind":"upload"}';
-- Null of a source everyone may read. Of one its owner alone may: when that was last so, and since when it is no more.
ALTER TABLE repository ADD COLUMN access_checked_at INTEGER;
ALTER TABLE repository ADD COLUMN access_lost_at INTEGER;
-- The newest commit of the default branch a push told of while another was being indexed.
ALTER TABLE repository ADD COLUMN waiting_push TEXT;
-- While its refresh is being started, since when.
ALTER TABLE repository ADD COLUMN push_started_at INTEGER;
-- When the host was last asked for anything newer, and answered.
ALTER TABLE repository ADD COLUMN refreshed_at INTEGER;
CREATE INDEX repository_source ON repository (source ->> 'owner' COLLATE NOCASE, source ->> 'name' COLLATE NOCASE)
  WHERE source ->> 'kind' = 'github' AND removed_at IS NULL;

-- What the host calls this state of the ref: handed back, it says whether the ref has moved.
ALTER TABLE snapshot ADD COLUMN etag TEXT;
-- recent, full or none; null where it was uploaded.
ALTER TABLE snapshot ADD COLUMN history TEXT;
-- What shaped its manifest, as one word: one made otherwise is no base for the next.
ALTER TABLE snapshot ADD COLUMN collected_by TEXT;

ALTER TABLE job ADD COLUMN kind TEXT NOT NULL DEFAULT 'index';

-- Tokens of viewers, sealed: AES-GCM, bound to viewer and host.
CREATE TABLE source_token (
  viewer TEXT NOT NULL,
  host TEXT NOT NULL,
  login TEXT NOT NULL,
  -- Which of the keys seals it.
  key_version TEXT NOT NULL,
  -- Base64: twelve bytes of nonce, then the ciphertext with its tag.
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (viewer, host)
) STRICT, WITHOUT ROWID;

-- Deliveries of webhooks that were taken, so that one sent again is known.
CREATE TABLE webhook_delivery (
  id TEXT PRIMARY KEY,
  received_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_delivery_time ON webhook_delivery (received_at);
