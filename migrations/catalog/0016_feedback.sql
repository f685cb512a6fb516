-- What readers thought of an answer, with what they saw: feedback outlives the conversation.
CREATE TABLE feedback (
  id TEXT PRIMARY KEY,
  repository_id TEXT NOT NULL,
  viewer TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  turn_id TEXT NOT NULL,
  rating TEXT NOT NULL CHECK (rating IN ('up', 'down')),
  reason TEXT,
  text TEXT NOT NULL,
  question TEXT NOT NULL,
  -- JSON: the answer with its claims, the spans that were shown, the commit and the timings.
  answer TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (repository_id, viewer, conversation_id, turn_id)
) STRICT;
CREATE INDEX feedback_repository ON feedback (repository_id, created_at, id);
CREATE INDEX feedback_viewer ON feedback (viewer);
