-- What a write touches. updated_at, which every change moves, stands in one index only: in two more it had each change write two
-- more pages (a changed title: a third of them). What asks for it in another order sorts what todos_updated finds (plan.ts).
DROP INDEX todos_due;
DROP INDEX todos_priority;
CREATE INDEX todos_due ON todos (shelf, status, due_date, n, priority, type, list_n, is_assigned);
CREATE INDEX todos_priority ON todos (shelf, status, priority, n, type, list_n, is_assigned, due_date);

-- The same conditions in other words: for IN with more than two values SQLite fills a table at every insert, which is half of what
-- the insert costs. The text of the schema is all that changes (sqlite.org/lang_altertable.html#otheralter).
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(replace(replace(replace(replace(sql,
    'status IN (''ready'', ''in_progress'', ''done'')',
    'status = ''ready'' OR status = ''in_progress'' OR status = ''done'''),
    'source IN (''user_created'', ''agent_created'', ''auto_suggested'')',
    'source = ''user_created'' OR source = ''agent_created'' OR source = ''auto_suggested'''),
    'schedule_status IN (''pending'', ''queued'', ''disabled'', ''error'', ''completed'')',
    'schedule_status = ''pending'' OR schedule_status = ''queued'' OR schedule_status = ''disabled'' OR schedule_status = ''error'' OR schedule_status = ''completed'''),
    'last_notification_status IN (''sent'', ''failed'', ''partial'', ''suppressed'')',
    'last_notification_status = ''sent'' OR last_notification_status = ''failed'' OR last_notification_status = ''partial'' OR last_notification_status = ''suppressed'''),
    'minutes_saved_confidence IN (''low'', ''medium'', ''high'')',
    'minutes_saved_confidence = ''low'' OR minutes_saved_confidence = ''medium'' OR minutes_saved_confidence = ''high''')
  WHERE type = 'table' AND name = 'todos';
PRAGMA writable_schema = RESET;
