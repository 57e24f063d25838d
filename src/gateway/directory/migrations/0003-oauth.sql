-- Clients that registered themselves. A client whose id is the address of its own document has no row here.
CREATE TABLE oauth_clients (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  client_uri TEXT,
  logo_uri TEXT,
  redirect_uris TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_clients_by_age ON oauth_clients (created_at);

-- What a person lets a client do in one workspace. A revoked grant stays, so that it can be listed.
CREATE TABLE oauth_grants (
  id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,
  client_uri TEXT,
  logo_uri TEXT,
  redirect_host TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX oauth_grants_live ON oauth_grants (client_id, workspace_id, user_id) WHERE revoked_at IS NULL;
CREATE INDEX oauth_grants_by_workspace ON oauth_grants (workspace_id, created_at, id);
CREATE INDEX oauth_grants_by_user ON oauth_grants (user_id);

-- Authorization codes by their SHA-256. redemption names the one request that redeemed it; the row outlives that, so that a
-- second use is noticed.
CREATE TABLE oauth_codes (
  hash TEXT PRIMARY KEY,
  client_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,
  client_uri TEXT,
  logo_uri TEXT,
  redirect_uri TEXT NOT NULL,
  redirect_host TEXT NOT NULL,
  challenge TEXT NOT NULL,
  resource TEXT NOT NULL,
  scopes TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  redemption TEXT,
  grant_id TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_codes_by_expiry ON oauth_codes (expires_at);
CREATE INDEX oauth_codes_by_user ON oauth_codes (user_id);

-- Access and refresh tokens by their SHA-256. parent is the refresh token whose use made a token; rotated_at is the first use of
-- a refresh token, whose row stays until it expires, so that a later use is noticed.
CREATE TABLE oauth_tokens (
  hash TEXT PRIMARY KEY,
  grant_id TEXT NOT NULL REFERENCES oauth_grants (id),
  kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
  parent TEXT,
  resource TEXT NOT NULL,
  scopes TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  rotated_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_tokens_by_grant ON oauth_tokens (grant_id);
CREATE INDEX oauth_tokens_by_parent ON oauth_tokens (parent);
CREATE INDEX oauth_tokens_by_expiry ON oauth_tokens (expires_at);
