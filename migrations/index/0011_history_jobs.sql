-- Jobs that fetch history from hosts page by page. Each page needs the cursor of the previous one, so one row is the whole job.

CREATE TABLE history_job (
  -- Derived from snapshot and generation, so that a job cannot start twice.
  id TEXT PRIMARY KEY,
  repository TEXT NOT NULL,
  snapshot INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  -- JSON: location, tip, and start time.
  input TEXT NOT NULL,
  -- JSON: the next page.
  step TEXT NOT NULL,
  -- JSON: finished and total, by stage.
  progress TEXT NOT NULL DEFAULT '{}',
  -- JSON array of sentences: what is missing, and why.
  notes TEXT NOT NULL DEFAULT '[]',
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Which claim holds the page; it only increases.
  claim INTEGER NOT NULL DEFAULT 0,
  -- Milliseconds: nobody claims the page before. For a running page, when its worker counts as dead; for a parked one, when the host accepts calls again.
  not_before INTEGER NOT NULL DEFAULT 0,
  -- Why it is parked; null if it is not.
  waiting TEXT,
  error TEXT,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX history_job_repository ON history_job (repository, created_at);
CREATE INDEX history_job_snapshot ON history_job (snapshot);
