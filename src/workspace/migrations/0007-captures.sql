-- Until now the table held ids alone, for others to refer to, and nothing could add one: it is made anew, empty.
-- n, id and created_at order captures alike (see the insert), so that the order of n is the order of creation.
-- status: a note is always completed. title_by: who made the title, so that a generated one never replaces a person's.
-- error_code, error_message: why a capture failed; attempts: how often it was tried. created_by: a user.
-- recording_id: names the stream of a recording. tags: the names as shown; capture_tags is their index.
-- Columns that filters read come first, the long ones last.
DROP TABLE captures;
CREATE TABLE captures (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
  type TEXT NOT NULL CHECK (type IN ('note', 'recording')),
  status TEXT NOT NULL CHECK (status IN ('recording', 'processing', 'completed', 'failed')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  duration_ms INTEGER CHECK (duration_ms >= 0),
  recording_id TEXT,
  source TEXT CHECK (source IN ('microphone', 'meeting', 'upload')),
  language TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  error_code TEXT,
  error_message TEXT,
  title_by TEXT CHECK (title_by IN ('person', 'generated')),
  tags TEXT NOT NULL DEFAULT '[]',
  title TEXT,
  subtitle TEXT,
  summary TEXT,
  notes TEXT,
  content TEXT,
  CHECK (type = 'recording' OR status = 'completed'),
  CHECK (type = 'note' OR content IS NULL),
  CHECK ((title IS NULL) = (title_by IS NULL))
) STRICT;
CREATE INDEX captures_created ON captures (is_archived);
CREATE INDEX captures_type ON captures (type, is_archived);
CREATE INDEX captures_updated ON captures (is_archived, updated_at);
CREATE INDEX captures_open ON captures (status) WHERE status IN ('recording', 'processing');
CREATE UNIQUE INDEX captures_recording ON captures (recording_id) WHERE recording_id IS NOT NULL;

-- A tag is there while a capture carries it. name_key: NFC and full case folding; name: its first spelling.
-- capture_count: captures that are not archived.
CREATE TABLE tags (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  capture_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- is_archived repeats the capture's, so that the captures of a tag are one range, in the order of creation.
CREATE TABLE capture_tags (
  tag_n INTEGER NOT NULL REFERENCES tags (n),
  is_archived INTEGER NOT NULL,
  capture_n INTEGER NOT NULL REFERENCES captures (n),
  PRIMARY KEY (tag_n, is_archived, capture_n)
) STRICT, WITHOUT ROWID;
CREATE INDEX capture_tags_capture ON capture_tags (capture_n);

-- The search of captures is built as that of todos is (0001): the folded texts decide, the runs tell where to look.
CREATE TABLE capture_texts (
  capture_n INTEGER PRIMARY KEY REFERENCES captures (n),
  text TEXT NOT NULL,
  past TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE VIRTUAL TABLE capture_search USING fts5 (
  runs, content = '', columnsize = 0, detail = none, tokenize = 'ascii'
);
INSERT INTO capture_search (capture_search, rank) VALUES ('secure-delete', 1);
UPDATE capture_search_config SET v = 5 WHERE k = 'version';
CREATE VIRTUAL TABLE capture_search_terms USING fts5vocab (capture_search, instance);
