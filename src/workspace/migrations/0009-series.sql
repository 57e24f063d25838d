-- A series is one schedule of a todo, from being set to its end. is_current: the one that the todo shows; it may have ended.
-- schedule: JSON of a Schedule (recurrence.ts). caller: JSON of who set it and with which scopes; depth: how many agents stand
-- between it and a person. counted_to: what is planned after this moment is still to come. waits_until: when what waits is
-- looked at again. next_run_at: as shown. failures: in a row. error: JSON as the interface shows it.
CREATE TABLE series (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  todo_id TEXT NOT NULL REFERENCES todos (id) ON DELETE CASCADE,
  is_current INTEGER NOT NULL DEFAULT 1 CHECK (is_current IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('active', 'paused', 'ended')),
  next_run_at INTEGER,
  last_run_at INTEGER,
  counted_to INTEGER NOT NULL,
  waits_until INTEGER,
  failures INTEGER NOT NULL DEFAULT 0,
  depth INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  paused_at INTEGER,
  retired_at INTEGER,
  retired_by TEXT,
  retirement_run_policy TEXT CHECK (retirement_run_policy IN ('finish', 'cancel')),
  caller TEXT NOT NULL,
  schedule TEXT NOT NULL,
  error TEXT
) STRICT;
CREATE UNIQUE INDEX series_current ON series (todo_id) WHERE is_current = 1;
CREATE INDEX series_todo ON series (todo_id);
-- Those without a next run come last.
CREATE INDEX series_state ON series (state, coalesce(next_run_at, 9007199254740991));

-- A planned time is there once, whatever clocks and restarts do. scheduled_for never changes.
-- A row is scheduled (the next one, at most one of a series), queued (due; without run_id it waits, with one its turn waits for a
-- place), running, or final.
CREATE TABLE occurrences (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  series_id TEXT NOT NULL REFERENCES series (id) ON DELETE CASCADE,
  todo_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  scheduled_for INTEGER NOT NULL,
  status TEXT NOT NULL
    CHECK (status IN ('scheduled', 'queued', 'running', 'completed', 'failed', 'skipped', 'missed', 'cancelled')),
  reason TEXT CHECK (reason IN ('off_duty', 'agent_busy', 'previous_still_running', 'insufficient_minutes', 'paused', 'retired',
    'agent_archived', 'service_down')),
  run_id TEXT,
  chat_id TEXT,
  turn_id TEXT,
  started_at INTEGER,
  finished_at INTEGER,
  created_at INTEGER NOT NULL,
  error TEXT,
  UNIQUE (series_id, scheduled_for),
  UNIQUE (series_id, sequence)
) STRICT;
CREATE INDEX occurrences_todo ON occurrences (todo_id);
CREATE INDEX occurrences_series ON occurrences (series_id, status);
CREATE INDEX occurrences_queued ON occurrences (reason) WHERE status = 'queued';
CREATE INDEX occurrences_turn ON occurrences (turn_id) WHERE turn_id IS NOT NULL;
CREATE INDEX occurrences_chat ON occurrences (chat_id) WHERE chat_id IS NOT NULL;

-- Schedules that were kept without firing. Who set them was not kept: they act for the first person assigned, else for a member,
-- without the right to read captures.
INSERT INTO series (id, todo_id, state, next_run_at, last_run_at, counted_to, created_at, updated_at, paused_at, caller, schedule)
  SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a'
      || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
    id, CASE schedule_status WHEN 'disabled' THEN 'paused' WHEN 'completed' THEN 'ended' ELSE 'active' END,
    next_run_at, last_run_at, coalesce(next_run_at - 1, updated_at), updated_at, updated_at,
    CASE schedule_status WHEN 'disabled' THEN updated_at END,
    json_object('workspaceId', (SELECT value FROM meta WHERE key = 'workspaceId'), 'userId', person,
      'credentialType', 'membership', 'credentialId', person,
      'scopes', json_array('todos:read', 'todos:write', 'chats:read', 'chats:write', 'agents:read')),
    schedule
  FROM (SELECT t.*, coalesce(
      (SELECT m.user_id FROM json_each(t.assignees) a JOIN members m ON m.user_id = a.value ->> 'id' LIMIT 1),
      (SELECT min(user_id) FROM members), '') AS person
    FROM todos t WHERE t.schedule IS NOT NULL)
  ORDER BY n;
INSERT INTO occurrences (id, series_id, todo_id, sequence, scheduled_for, status, created_at)
  SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a'
      || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
    id, todo_id, 1, next_run_at, 'scheduled', created_at
  FROM series WHERE state = 'active' AND next_run_at IS NOT NULL;
INSERT INTO work (kind, lane, subject_id, due_at)
  SELECT 'occurrence', 'rules', id, next_run_at FROM series WHERE state = 'active' AND next_run_at IS NOT NULL;
ALTER TABLE todos DROP COLUMN schedule;
