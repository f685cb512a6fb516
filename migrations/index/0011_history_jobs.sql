-- Fetching of repositories' pasts from their hosts, a page at a time: each needs the cursor of the one before, so one row is the whole job.

CREATE TABLE history_job (
  -- Told by snapshot and generation: begun twice it is begun once.
  id TEXT PRIMARY KEY,
  repository TEXT NOT NULL,
  snapshot INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  -- JSON: place, tip, and from when on.
  input TEXT NOT NULL,
  -- JSON: the page that is next.
  step TEXT NOT NULL,
  -- JSON: done and in all, by stage.
  progress TEXT NOT NULL DEFAULT '{}',
  -- JSON array of sentences: what is not known, and why.
  notes TEXT NOT NULL DEFAULT '[]',
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Which taking of the page holds it; counts on for ever.
  claim INTEGER NOT NULL DEFAULT 0,
  -- Milliseconds: nobody takes it before. Of a page at work, when its worker is taken for dead; of one that is parked, when the host takes calls again.
  not_before INTEGER NOT NULL DEFAULT 0,
  -- Why it is parked; null where it is not.
  waiting TEXT,
  error TEXT,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX history_job_repository ON history_job (repository, created_at);
CREATE INDEX history_job_snapshot ON history_job (snapshot);
