-- The words of messages are searched, and each piece of what was said, with indexes like those of todos and captures (0024, 0046). Both
-- enter them in the background, the newest first: the rows of work say where to go on. Their indexes merge segments in our slices alone
-- (0046): left to itself FTS5 merged for up to 80 ms while 100,000 messages came in, with slices for 30.

-- The messages with words in the order in which they were written; the n is that of the index. carries: their words carry content of
-- captures. Of those that are there it is not known until they are indexed.
CREATE TABLE message_numbers (
  n INTEGER PRIMARY KEY,
  chat_n INTEGER NOT NULL REFERENCES chats (n) ON DELETE CASCADE,
  sequence INTEGER NOT NULL,
  carries INTEGER NOT NULL CHECK (carries IN (0, 1))
) STRICT;
INSERT INTO message_numbers (chat_n, sequence, carries)
  SELECT c.n, m.sequence, 1 FROM messages m JOIN chats c ON c.id = m.chat_id
  WHERE octet_length(m.text) > 0 ORDER BY m.created_at, c.n, m.sequence;
CREATE UNIQUE INDEX message_numbers_place ON message_numbers (chat_n, sequence);
INSERT INTO work (kind, lane, subject_id, due_at, put_at)
  SELECT 'index_messages', 'rules', max(n), 0, 0 FROM message_numbers HAVING max(n) IS NOT NULL;

CREATE TABLE message_texts (message_n INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE TABLE message_unindexed (
  message_n INTEGER PRIMARY KEY,
  is_long INTEGER NOT NULL DEFAULT 0 CHECK (is_long IN (0, 1))
) STRICT;
CREATE VIRTUAL TABLE message_search USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
INSERT INTO message_search (message_search, rank) VALUES ('automerge', 0), ('crisismerge', 1999);
CREATE TABLE message_pieces (piece INTEGER PRIMARY KEY, message_n INTEGER NOT NULL, ends_at INTEGER NOT NULL) STRICT;
CREATE INDEX message_pieces_text ON message_pieces (message_n, ends_at);
CREATE VIRTUAL TABLE message_long_search USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
INSERT INTO message_long_search (message_long_search, rank) VALUES ('automerge', 0), ('crisismerge', 1999);

-- The n of a segment is made of that of its capture and its position (segments/index-segments.ts).
CREATE TABLE segment_texts (segment_n INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE TABLE segment_unindexed (
  segment_n INTEGER PRIMARY KEY,
  is_long INTEGER NOT NULL DEFAULT 0 CHECK (is_long IN (0, 1))
) STRICT;
CREATE VIRTUAL TABLE segment_search USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
INSERT INTO segment_search (segment_search, rank) VALUES ('automerge', 0), ('crisismerge', 1999);
CREATE TABLE segment_pieces (piece INTEGER PRIMARY KEY, segment_n INTEGER NOT NULL, ends_at INTEGER NOT NULL) STRICT;
CREATE INDEX segment_pieces_text ON segment_pieces (segment_n, ends_at);
CREATE VIRTUAL TABLE segment_long_search USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
INSERT INTO segment_long_search (segment_long_search, rank) VALUES ('automerge', 0), ('crisismerge', 1999);
INSERT INTO work (kind, lane, subject_id, due_at, put_at)
  SELECT 'index_segments', 'rules', max(n), 0, 0 FROM captures WHERE EXISTS (SELECT 1 FROM segments) HAVING max(n) IS NOT NULL;
