-- Whether notes are sent to the browsers of the person.
ALTER TABLE notification_preferences ADD COLUMN push INTEGER NOT NULL DEFAULT 0 CHECK (push IN (0, 1));
