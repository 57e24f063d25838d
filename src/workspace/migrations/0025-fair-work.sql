-- Work is taken by kind in turn, the longest due of each kind first. Notes have a kind of their own, so that thousands of them do
-- not keep a recording waiting.
DROP INDEX work_due;
CREATE INDEX work_due ON work (is_taken, kind, due_at);
UPDATE work SET kind = 'note' WHERE kind = 'capture' AND subject_id IN (SELECT id FROM captures WHERE type = 'note');
