-- agent_id: who answers; names_agent is 0 when the chat was begun without naming an agent (shown as null).
-- message_count is also the sequence of the newest message: messages are only ever added.
-- last_message_at never falls as messages are added. search_text: title and subtitle folded (NFC, full case folding).
-- turn_id: the newest turn.
CREATE TABLE chats (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'awaiting_input', 'completed', 'failed', 'cancelled')),
  last_message_at INTEGER NOT NULL,
  agent_id TEXT NOT NULL REFERENCES agents (id),
  names_agent INTEGER NOT NULL CHECK (names_agent IN (0, 1)),
  todo_id TEXT REFERENCES todos (id) ON DELETE SET NULL,
  turn_id TEXT NOT NULL,
  timezone TEXT NOT NULL,
  message_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  completed_at INTEGER,
  search_text TEXT NOT NULL DEFAULT '',
  title TEXT,
  subtitle TEXT,
  error_message TEXT
) STRICT;
CREATE INDEX chats_recent ON chats (is_archived, last_message_at);
CREATE INDEX chats_status ON chats (status, is_archived, last_message_at);
CREATE INDEX chats_agent ON chats (agent_id, is_archived, last_message_at);
CREATE INDEX chats_todo ON chats (todo_id) WHERE todo_id IS NOT NULL;

CREATE TABLE chat_captures (
  chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
  capture_id TEXT NOT NULL REFERENCES captures (id) ON DELETE CASCADE,
  PRIMARY KEY (chat_id, capture_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_captures_capture ON chat_captures (capture_id);

-- A row never changes once it is committed, so whoever reads on after a sequence sees each block exactly once.
-- blocks: JSON as the interface shows it.
CREATE TABLE messages (
  chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
  sequence INTEGER NOT NULL,
  id TEXT NOT NULL,
  turn_id TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'system')),
  created_at INTEGER NOT NULL,
  text TEXT NOT NULL,
  blocks TEXT NOT NULL,
  PRIMARY KEY (chat_id, sequence)
) STRICT, WITHOUT ROWID;

-- caller: JSON of who started it and with which scopes. depth: how many agents stand between it and a person.
-- steps: replies of the model that were recorded; shown_step: the last of them whose tool results stand in a message.
-- active_ms counts up to marked_at, which is NULL while no worker has the turn.
-- A turn outlives an erased chat until its minutes are settled.
CREATE TABLE turns (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  chat_id TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('queued', 'running', 'awaiting_input', 'completed', 'failed', 'cancelled', 'timed_out')),
  caller TEXT NOT NULL,
  depth INTEGER NOT NULL,
  steps INTEGER NOT NULL DEFAULT 0,
  shown_step INTEGER NOT NULL DEFAULT 0,
  active_ms INTEGER NOT NULL DEFAULT 0,
  marked_at INTEGER,
  created_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX turns_chat ON turns (chat_id);

-- waiting: for a decision of a person; open: to be carried out; done: carried out or refused, content is the result.
CREATE TABLE tool_calls (
  turn_id TEXT NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'open', 'done')),
  is_error INTEGER NOT NULL DEFAULT 0 CHECK (is_error IN (0, 1)),
  input TEXT NOT NULL,
  edited_input TEXT,
  content TEXT,
  PRIMARY KEY (turn_id, step, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE approvals (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
  turn_id TEXT NOT NULL REFERENCES turns (id),
  step INTEGER NOT NULL,
  position INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  status TEXT NOT NULL
    CHECK (status IN ('pending', 'approved', 'edited', 'rejected', 'responded', 'expired', 'cancelled')),
  tool_name TEXT NOT NULL,
  tool_input TEXT NOT NULL,
  summary TEXT NOT NULL,
  decided_by TEXT,
  decided_at INTEGER,
  comment TEXT,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (turn_id, step, position)
) STRICT;
CREATE INDEX approvals_chat ON approvals (chat_id);
CREATE INDEX approvals_agent ON approvals (agent_id);
CREATE INDEX approvals_status ON approvals (status);

-- Tools that a person let pass for the rest of a chat.
CREATE TABLE chat_tools (
  chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
  tool_name TEXT NOT NULL,
  PRIMARY KEY (chat_id, tool_name)
) STRICT, WITHOUT ROWID;

-- chat_id and turn_id stay when the chat is erased: the run belongs to the history of its todo.
CREATE TABLE todo_runs (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  todo_id TEXT NOT NULL REFERENCES todos (id),
  chat_id TEXT NOT NULL,
  turn_id TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('running', 'completed', 'failed', 'cancelled', 'timed_out')),
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  stop_reason TEXT,
  minutes_used INTEGER,
  error_message TEXT
) STRICT;
CREATE INDEX todo_runs_todo ON todo_runs (todo_id);
CREATE UNIQUE INDEX todo_runs_running ON todo_runs (todo_id) WHERE status = 'running';

-- What is to be done after the commit of what needs it. is_taken: a worker of this process has it; attempts since it last got on.
CREATE TABLE work (
  n INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('turn', 'describe')),
  subject_id TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  is_taken INTEGER NOT NULL DEFAULT 0 CHECK (is_taken IN (0, 1)),
  attempts INTEGER NOT NULL DEFAULT 0,
  UNIQUE (kind, subject_id)
) STRICT;
CREATE INDEX work_due ON work (due_at) WHERE is_taken = 0;
CREATE INDEX work_taken ON work (is_taken) WHERE is_taken = 1;
