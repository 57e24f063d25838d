-- Texts of todos that agents wrote from captures before texts were sealed (0014), told from the calls that are kept: those that were
-- carried out, in a chat that was begun with captures, or in which a call read some, and that no person had approved. A text that is
-- another one by now is somebody's own. In a file that a program opened which seals (zoneData is in meta since 0015) it is known
-- already what carries content, and what a person has freed since: there nothing is done.
CREATE TABLE earlier_texts (
  chat_id TEXT NOT NULL,
  todo_id TEXT,
  title TEXT,
  content TEXT
) STRICT;

WITH
  carrying AS (
    SELECT chat_id FROM chat_captures
    UNION
    SELECT t.chat_id FROM tool_calls k JOIN turns t ON t.id = k.turn_id
    WHERE k.captures IS NOT NULL
      OR (k.name IN ('get_capture', 'list_captures', 'list_tags') AND k.state = 'done' AND k.is_error = 0)
  ),
  calls AS (
    SELECT t.chat_id, k.name, coalesce(k.edited_input, k.input) AS input
    FROM tool_calls k JOIN turns t ON t.id = k.turn_id
    WHERE k.name IN ('create_todo', 'update_todo', 'batch_create_todos') AND k.state = 'done' AND k.is_error = 0
      AND t.chat_id IN (SELECT chat_id FROM carrying)
      AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.turn_id = k.turn_id AND a.step = k.step AND a.position = k.position
        AND a.status IN ('approved', 'edited'))
      AND NOT EXISTS (SELECT 1 FROM meta WHERE key = 'zoneData')
  ),
  written AS (
    SELECT chat_id, lower(json_extract(input, '$.todoId')) AS todo_id, input FROM calls WHERE name <> 'batch_create_todos'
    UNION ALL
    SELECT chat_id, NULL, item.value FROM calls, json_each(calls.input, '$.data') item WHERE name = 'batch_create_todos'
  )
INSERT INTO earlier_texts (chat_id, todo_id, title, content)
  SELECT chat_id, todo_id, trim(json_extract(input, '$.title')), json_extract(input, '$.content') FROM written;

-- A call that makes a todo is not kept with its id where the answer was long: what agents made is told by its words.
CREATE TABLE earlier_seals (
  todo_n INTEGER NOT NULL,
  seal INTEGER NOT NULL,
  chat_id TEXT NOT NULL
) STRICT;
INSERT INTO earlier_seals (todo_n, seal, chat_id)
  SELECT t.n, 1, e.chat_id FROM earlier_texts e JOIN todos t ON t.id = e.todo_id AND t.title = e.title
  UNION ALL
  SELECT t.n, 2, e.chat_id FROM earlier_texts e JOIN todos t ON t.id = e.todo_id AND t.content = e.content
  UNION ALL
  SELECT t.n, 1, e.chat_id FROM todos t JOIN earlier_texts e ON e.title = t.title AND e.todo_id IS NULL
  WHERE t.source = 'agent_created' AND EXISTS (SELECT 1 FROM earlier_texts)
  UNION ALL
  SELECT t.n, 2, e.chat_id FROM todos t JOIN earlier_texts e ON e.content = t.content AND e.todo_id IS NULL
  WHERE t.source = 'agent_created' AND EXISTS (SELECT 1 FROM earlier_texts);

UPDATE todos SET sealed = sealed
  | (EXISTS (SELECT 1 FROM earlier_seals s WHERE s.todo_n = todos.n AND s.seal = 1))
  | (EXISTS (SELECT 1 FROM earlier_seals s WHERE s.todo_n = todos.n AND s.seal = 2) * 2)
  WHERE n IN (SELECT todo_n FROM earlier_seals);
INSERT OR IGNORE INTO todo_captures (todo_n, capture_id)
  SELECT DISTINCT s.todo_n, c.capture_id FROM earlier_seals s JOIN chat_captures c ON c.chat_id = s.chat_id;
DROP TABLE earlier_seals;
DROP TABLE earlier_texts;
