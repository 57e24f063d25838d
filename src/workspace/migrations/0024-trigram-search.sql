-- The search uses FTS5's own trigram index in place of one that was made by hand: it keeps neither texts nor positions, and what is
-- found is decided by the folded texts. These are folded already (NFC, full case folding), so the tokenizer folds nothing.
DROP TABLE todo_search_terms;
DROP TABLE todo_search;
ALTER TABLE todo_texts DROP COLUMN past;
CREATE VIRTUAL TABLE todo_search USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
INSERT INTO todo_search (rowid, text) SELECT todo_n, text FROM todo_texts;
-- What was written and waits to be indexed.
CREATE TABLE todo_unindexed (todo_n INTEGER PRIMARY KEY) STRICT;

DROP TABLE capture_search_terms;
DROP TABLE capture_search;
DROP INDEX capture_texts_older;
ALTER TABLE capture_texts DROP COLUMN past;
ALTER TABLE capture_texts DROP COLUMN has_junctions;
CREATE VIRTUAL TABLE capture_search USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
INSERT INTO capture_search (rowid, text) SELECT capture_n, text FROM capture_texts;
CREATE TABLE capture_unindexed (capture_n INTEGER PRIMARY KEY) STRICT;
DELETE FROM work WHERE kind = 'index_captures';
