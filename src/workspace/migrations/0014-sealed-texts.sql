-- sealed: which texts of the todo carry content of captures, and are withheld from who may not read captures: 1 the title,
-- 2 the content, 3 both.
ALTER TABLE todos ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0 CHECK (sealed BETWEEN 0 AND 3);
-- The captures whose content these texts carry, as far as they are known.
CREATE TABLE todo_captures (
  todo_n INTEGER NOT NULL REFERENCES todos (n) ON DELETE CASCADE,
  capture_id TEXT NOT NULL REFERENCES captures (id) ON DELETE CASCADE,
  PRIMARY KEY (todo_n, capture_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX todo_captures_capture ON todo_captures (capture_id);
-- captures: JSON of the captures whose content the schedule's message carries; NULL when it carries none.
ALTER TABLE series ADD COLUMN captures TEXT;

-- What was suggested before and nobody has accepted.
UPDATE todos SET sealed = 1 WHERE is_suggested = 1;
INSERT INTO todo_captures (todo_n, capture_id)
  SELECT n, capture_id FROM todos WHERE is_suggested = 1 AND capture_id IS NOT NULL;
