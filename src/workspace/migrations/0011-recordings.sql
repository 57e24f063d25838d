-- The sound of a recording: who may send it, in which form, and what became of it. What was received is what stands in the file;
-- received_ms and heard_at (milliseconds) are as of the last note of it. is_live: somebody was connected then.
-- caller: JSON of who opened it and with which scopes. upload_length: bytes of an uploaded file, once the client said so.
-- media_type, media_bytes: set when the file is whole and can be played.
CREATE TABLE recordings (
  capture_id TEXT NOT NULL PRIMARY KEY REFERENCES captures (id) ON DELETE CASCADE,
  caller TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  encoding TEXT CHECK (encoding IN ('pcm_s16le', 'opus', 'file')),
  sample_rate INTEGER,
  channels INTEGER,
  upload_length INTEGER CHECK (upload_length > 0),
  is_live INTEGER NOT NULL DEFAULT 0 CHECK (is_live IN (0, 1)),
  heard_at INTEGER NOT NULL,
  received_ms INTEGER NOT NULL DEFAULT 0,
  ended_why TEXT CHECK (ended_why IN ('stopped', 'uploaded', 'silence', 'limit', 'expired')),
  media_type TEXT,
  media_bytes INTEGER,
  CHECK ((media_type IS NULL) = (media_bytes IS NULL))
) STRICT, WITHOUT ROWID;
