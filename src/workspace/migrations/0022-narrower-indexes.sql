-- What a write touches. The priority stands in two indexes, that of its order and that of the last change: in the index of the due
-- dates each change of a priority wrote a page more, which was a third of what it took. What asks for a priority in the order of
-- the due dates looks at rows where few are enough, and else reads the index of the priorities (plan.ts).
DROP INDEX todos_due;
CREATE INDEX todos_due ON todos (shelf, status, due_date, n, type, list_n, is_assigned);

-- The row of a todo says who is assigned and where the todo stands, which is all of the key of its rows here: no index leads from
-- the todo to them, and no foreign key, which would look for them without one when a todo is erased. What takes assignees away
-- takes their rows away (assignee-rows.ts). The text of the schema is all that changes (sqlite.org/lang_altertable.html#otheralter).
DROP INDEX todo_assignees_todo;
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, ' REFERENCES todos (n) ON DELETE CASCADE', '')
  WHERE type = 'table' AND name = 'todo_assignees';
PRAGMA writable_schema = RESET;

DROP TRIGGER todos_moved;
CREATE TRIGGER todos_moved AFTER UPDATE OF is_archived, is_suggested, status, list_n ON todos BEGIN
  UPDATE todo_lists SET todo_count = todo_count - 1, active_todo_count = active_todo_count - (old.status <> 'done')
  WHERE n = old.list_n AND old.shelf = 0;
  UPDATE todo_lists SET todo_count = todo_count + 1, active_todo_count = active_todo_count + (new.status <> 'done')
  WHERE n = new.list_n AND new.shelf = 0;
  UPDATE todo_assignees SET shelf = new.shelf, status = new.status
  WHERE assignee_id IN (SELECT value ->> 'id' FROM json_each(old.assignees))
    AND shelf = old.shelf AND status = old.status AND todo_n = new.n;
END;
