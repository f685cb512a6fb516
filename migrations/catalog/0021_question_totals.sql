-- How many questions each account has asked. Daily counts are deleted after 92 days.
CREATE TABLE question_total (
  owner TEXT PRIMARY KEY,
  questions INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
