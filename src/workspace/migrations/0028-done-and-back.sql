-- Whether a series is paused because its todo was done: then it resumes when the todo is reopened. Of those that were paused before
-- nobody knows why, so they stay paused.
ALTER TABLE series ADD COLUMN stopped_by_done INTEGER NOT NULL DEFAULT 0 CHECK (stopped_by_done IN (0, 1));
