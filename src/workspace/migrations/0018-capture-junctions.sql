-- The search of captures also knows where words meet: as a word of its index, the two characters before a space with the three
-- after it. Phrases of common words are thereby rare in it. has_junctions: the index holds those of this row; they are added to the
-- rows that were there before, some at a time, and are of use when every row has them.
ALTER TABLE capture_texts ADD COLUMN has_junctions INTEGER NOT NULL DEFAULT 0 CHECK (has_junctions IN (0, 1));
CREATE INDEX capture_texts_older ON capture_texts (capture_n) WHERE has_junctions = 0;
INSERT INTO work (kind, lane, subject_id, due_at, put_at)
  SELECT 'index_captures', 'rules', 'captures', 0, 0 WHERE EXISTS (SELECT 1 FROM capture_texts);
