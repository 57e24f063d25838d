-- Servers of tools elsewhere, which owners connect. The secret is encrypted with a key that is not in this database.
-- tools: what the server said when it was last asked, as JSON: name, description, input, and the hash of all three.
CREATE TABLE mcp_servers (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  encrypted_secret TEXT,
  problem TEXT,
  tools TEXT NOT NULL,
  connected_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (workspace_id, name)
) STRICT, WITHOUT ROWID;

-- What an agent was given. source: the id of a server, or 'web' for reading pages.
-- allowed: the tools that are called without asking, as JSON: the hash of each as it was when it was allowed.
CREATE TABLE agent_outside_tools (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  agent_id TEXT NOT NULL,
  source TEXT NOT NULL,
  allowed TEXT NOT NULL,
  PRIMARY KEY (workspace_id, agent_id, source)
) STRICT, WITHOUT ROWID;
