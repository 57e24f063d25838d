-- last_run_at: of any run, one that somebody asked for included; until now it showed those of schedules alone.
UPDATE todos SET last_run_at = max(ifnull(last_run_at, 0), (SELECT max(started_at) FROM todo_runs WHERE todo_id = todos.id))
WHERE has_run = 1 AND EXISTS (SELECT 1 FROM todo_runs WHERE todo_id = todos.id);
