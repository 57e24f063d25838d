-- Lists in the order of creation, and what the search finds, are filtered in this index instead of row by row: a row lies in a page
-- with seven others, an entry of the index with ninety. Priorities stay out: a change of one would write a page more, and lists of a
-- priority have an index of their own.
DROP INDEX todos_created;
CREATE INDEX todos_created ON todos (shelf, status, n, type, list_n, is_assigned, due_date);
