-- Origins a host told: of each line the last change alone. Handed over from a clone they are told with what was before, and take their place.
ALTER TABLE version_origins ADD COLUMN is_last_alone INTEGER NOT NULL DEFAULT 0;
