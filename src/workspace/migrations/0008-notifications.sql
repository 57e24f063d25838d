-- What people of the workspace were told: one row for each person and event. What was told is put into words when it is read, so
-- no title is kept twice. is_shown: the person has the inbox on. detail: why, for a person to read; shown in the inbox only
-- where it may quote what an agent said.
CREATE TABLE notifications (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  event_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  kind TEXT NOT NULL
    CHECK (kind IN ('run_completed', 'run_failed', 'run_timed_out', 'todo_due', 'series_paused', 'approval_waiting')),
  is_shown INTEGER NOT NULL CHECK (is_shown IN (0, 1)),
  read_at INTEGER,
  mail TEXT NOT NULL CHECK (mail IN ('none', 'queued', 'retrying', 'sent', 'failed')),
  todo_id TEXT REFERENCES todos (id) ON DELETE CASCADE,
  chat_id TEXT REFERENCES chats (id) ON DELETE CASCADE,
  agent_id TEXT,
  run_id TEXT,
  approval_id TEXT,
  occurrence_id TEXT,
  created_at INTEGER NOT NULL,
  detail TEXT
) STRICT;
CREATE INDEX notifications_of_person ON notifications (user_id, is_shown);
CREATE INDEX notifications_unread ON notifications (user_id) WHERE is_shown = 1 AND read_at IS NULL;
CREATE INDEX notifications_of_todo ON notifications (todo_id) WHERE todo_id IS NOT NULL;
CREATE INDEX notifications_of_chat ON notifications (chat_id) WHERE chat_id IS NOT NULL;
CREATE INDEX notifications_of_event ON notifications (event_id);
CREATE INDEX notifications_by_age ON notifications (created_at);

-- A person without a row has both on.
CREATE TABLE notification_preferences (
  user_id TEXT PRIMARY KEY,
  in_app INTEGER NOT NULL CHECK (in_app IN (0, 1)),
  email INTEGER NOT NULL CHECK (email IN (0, 1))
) STRICT, WITHOUT ROWID;
