-- Links under which a calendar program reads what is due; only the SHA-256 of the token is stored.
CREATE TABLE calendar_links (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  token_hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  last_read_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX calendar_links_by_person ON calendar_links (user_id, workspace_id);
