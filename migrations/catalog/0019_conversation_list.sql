-- What the list of a user's conversations shows.
ALTER TABLE conversation ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE conversation ADD COLUMN asked_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversation ADD COLUMN bookmarked INTEGER NOT NULL DEFAULT 0;
CREATE INDEX conversation_viewer ON conversation (viewer, asked_at);
