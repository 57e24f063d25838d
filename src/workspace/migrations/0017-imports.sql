-- What was imported, by the id it has in its source: a todo, or a part of the content of one. What is erased is forgotten, and may
-- come in again.
CREATE TABLE imported_todos (
  source TEXT NOT NULL,
  external_id TEXT NOT NULL,
  todo_id TEXT NOT NULL REFERENCES todos (id) ON DELETE CASCADE,
  PRIMARY KEY (source, external_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX imported_todos_todo ON imported_todos (todo_id);

-- The same for lists: a list that was renamed here stays the one that more todos come to.
CREATE TABLE imported_todo_lists (
  source TEXT NOT NULL,
  external_id TEXT NOT NULL,
  todo_list_id TEXT NOT NULL REFERENCES todo_lists (id),
  PRIMARY KEY (source, external_id)
) STRICT, WITHOUT ROWID;
