-- Which taking of the part holds it. Counts on for ever, while `attempts` begins anew when a failed job is taken up again: a
-- worker that holds an older one may neither end the part nor give it back.
ALTER TABLE job_part ADD COLUMN claim INTEGER NOT NULL DEFAULT 0;
