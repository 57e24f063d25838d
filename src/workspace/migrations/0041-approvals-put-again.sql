-- A call whose record changed before somebody decided is asked about again: its approval is cancelled, and a new one waits. So a call has
-- one approval that waits, and may have cancelled ones.
CREATE TABLE new_approvals (
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
  record_version INTEGER
) STRICT;
INSERT INTO new_approvals SELECT n, id, chat_id, turn_id, step, position, agent_id, status, tool_name, tool_input, summary, decided_by,
  decided_at, comment, expires_at, created_at, record_version FROM approvals ORDER BY n;
DROP TABLE approvals;
ALTER TABLE new_approvals RENAME TO approvals;
CREATE INDEX approvals_chat ON approvals (chat_id);
CREATE INDEX approvals_agent ON approvals (agent_id);
CREATE INDEX approvals_status ON approvals (status);
CREATE INDEX approvals_call ON approvals (turn_id, step, position);
CREATE UNIQUE INDEX approvals_pending ON approvals (turn_id, step, position) WHERE status = 'pending';
