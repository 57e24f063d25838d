-- Lists of captures find what was said. The folded texts of recordings have it from now on; those that are there are owed it, one by one.
INSERT INTO work (kind, lane, subject_id, due_at, put_at)
  SELECT 'index_speech', 'rules', id, 0, 0 FROM captures c
    WHERE status <> 'recording' AND EXISTS (SELECT 1 FROM segments s WHERE s.capture_id = c.id);
