-- What was said in a recording, piece by piece. position: the order in which the pieces came; they are read in the order of
-- start_ms. origin: a client recognised the speech, or a transcription did.
CREATE TABLE segments (
  capture_id TEXT NOT NULL REFERENCES captures (id) ON DELETE CASCADE,
  start_ms INTEGER NOT NULL CHECK (start_ms >= 0),
  position INTEGER NOT NULL,
  end_ms INTEGER NOT NULL CHECK (end_ms >= start_ms),
  origin TEXT NOT NULL CHECK (origin IN ('client', 'transcription')),
  speaker TEXT,
  text TEXT NOT NULL,
  PRIMARY KEY (capture_id, start_ms, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX segments_position ON segments (capture_id, position);
