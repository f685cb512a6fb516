-- Questions that visitors asked in the widget of a site, for the owner of the repository. Nothing says who asked. Deleted after 92 days.
CREATE TABLE visitor_question (
  -- The id of the turn.
  id TEXT PRIMARY KEY,
  repository_id TEXT NOT NULL,
  question TEXT NOT NULL,
  class TEXT NOT NULL,
  is_declined INTEGER NOT NULL,
  asked_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX visitor_question_repository ON visitor_question (repository_id, asked_at, id);
CREATE INDEX visitor_question_age ON visitor_question (asked_at);
