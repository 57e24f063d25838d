-- n grows with time and agents are never erased, so the order of n is the order of creation.
-- name_key: NFC and full case folding. working_hours: JSON as the interface shows it.
CREATE TABLE agents (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  description TEXT,
  instructions TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  requires_approval INTEGER NOT NULL CHECK (requires_approval IN (0, 1)),
  approval_guidance TEXT,
  working_hours_enabled INTEGER NOT NULL DEFAULT 0 CHECK (working_hours_enabled IN (0, 1)),
  working_hours TEXT,
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (working_hours_enabled = 0 OR working_hours IS NOT NULL),
  CHECK (is_default = 0 OR is_archived = 0)
) STRICT;
CREATE UNIQUE INDEX agents_default ON agents (is_default) WHERE is_default = 1;
CREATE UNIQUE INDEX agents_name ON agents (name_key) WHERE is_archived = 0;

-- summary: made from the instructions whenever they change.
CREATE TABLE agent_skills (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  agent_id TEXT NOT NULL REFERENCES agents (id),
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  instructions TEXT,
  summary TEXT,
  is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX agent_skills_name ON agent_skills (agent_id, name_key) WHERE is_archived = 0;
CREATE INDEX agent_skills_agent ON agent_skills (agent_id, is_archived);
