-- What was suggested from a capture, and the words that it rests on. key: the title as titles are compared. A row stays when its
-- todo is dismissed or erased (todo_id is null then), so that it is not suggested again. part and number: the line of the text,
-- or the position of the segment; start_ms and end_ms are the segment's.
CREATE TABLE suggestions (
  capture_id TEXT NOT NULL REFERENCES captures (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  n INTEGER NOT NULL,
  todo_id TEXT REFERENCES todos (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  part TEXT NOT NULL CHECK (part IN ('content', 'notes', 'transcript')),
  number INTEGER NOT NULL,
  start_ms INTEGER,
  end_ms INTEGER,
  speaker TEXT,
  quote TEXT NOT NULL,
  PRIMARY KEY (capture_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX suggestions_todo ON suggestions (todo_id) WHERE todo_id IS NOT NULL;

-- How far a recording has been transcribed: done_bytes of its file, done_ms of total_ms of its sound, in so many parts.
CREATE TABLE transcriptions (
  capture_id TEXT NOT NULL PRIMARY KEY REFERENCES captures (id) ON DELETE CASCADE,
  is_complete INTEGER NOT NULL DEFAULT 0 CHECK (is_complete IN (0, 1)),
  parts INTEGER NOT NULL DEFAULT 0,
  done_bytes INTEGER NOT NULL DEFAULT 0,
  done_ms INTEGER NOT NULL DEFAULT 0,
  total_ms INTEGER
) STRICT, WITHOUT ROWID;
