-- Crawls of web documentation, by the snapshot they fill.
CREATE TABLE crawl (
  snapshot INTEGER PRIMARY KEY,
  start TEXT NOT NULL,
  -- The content of robots.txt, parsed again by every part.
  robots TEXT NOT NULL,
  base_snapshot INTEGER,
  base_generation INTEGER,
  capped_by TEXT,
  -- JSON: names of other versions found.
  versions TEXT NOT NULL
) STRICT;

-- Addresses in the order they were found, with their status.
CREATE TABLE crawl_page (
  id INTEGER PRIMARY KEY,
  snapshot INTEGER NOT NULL,
  -- Normalized; `url` is the address that is requested.
  address TEXT NOT NULL,
  url TEXT NOT NULL,
  depth INTEGER NOT NULL,
  via TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  detail TEXT,
  path TEXT,
  etag TEXT,
  last_modified TEXT,
  hash TEXT,
  content_hash TEXT,
  bytes INTEGER NOT NULL DEFAULT 0,
  pack INTEGER,
  UNIQUE (snapshot, address)
) STRICT;
CREATE INDEX crawl_page_waiting ON crawl_page (snapshot, depth, id) WHERE state = 'waiting';
CREATE INDEX crawl_page_content ON crawl_page (snapshot, content_hash) WHERE content_hash IS NOT NULL;
CREATE INDEX crawl_page_path ON crawl_page (snapshot, path) WHERE path IS NOT NULL;
