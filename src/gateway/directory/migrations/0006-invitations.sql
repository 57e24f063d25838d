-- What an owner wrote to somebody who is to join; only the SHA-256 of the token is stored. One of each address and workspace: the newest.
CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
  token_hash TEXT NOT NULL UNIQUE,
  invited_by TEXT NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  UNIQUE (workspace_id, email_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_by_expiry ON invitations (expires_at);
