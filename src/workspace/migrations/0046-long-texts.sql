-- Long texts enter an index of the search of their own, in pieces, a write each, so that none stops the others: each piece is a row of
-- that index, and where one ends in its text, in characters, the next begins. The index merges its segments in our slices alone: left
-- to itself it would merge 64 pages and more at once, for up to 45 ms.
CREATE TABLE todo_pieces (piece INTEGER PRIMARY KEY, todo_n INTEGER NOT NULL, ends_at INTEGER NOT NULL) STRICT;
CREATE INDEX todo_pieces_text ON todo_pieces (todo_n, ends_at);
CREATE VIRTUAL TABLE todo_long_search USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
INSERT INTO todo_long_search (todo_long_search, rank) VALUES ('automerge', 0), ('crisismerge', 1999);
ALTER TABLE todo_unindexed ADD COLUMN is_long INTEGER NOT NULL DEFAULT 0 CHECK (is_long IN (0, 1));

CREATE TABLE capture_pieces (piece INTEGER PRIMARY KEY, capture_n INTEGER NOT NULL, ends_at INTEGER NOT NULL) STRICT;
CREATE INDEX capture_pieces_text ON capture_pieces (capture_n, ends_at);
CREATE VIRTUAL TABLE capture_long_search USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
INSERT INTO capture_long_search (capture_long_search, rank) VALUES ('automerge', 0), ('crisismerge', 1999);
ALTER TABLE capture_unindexed ADD COLUMN is_long INTEGER NOT NULL DEFAULT 0 CHECK (is_long IN (0, 1));
