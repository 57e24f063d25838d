-- Operators change the settings of the service; the first one is its owner. default_workspace_id is where a session begins that names none.
ALTER TABLE users ADD COLUMN is_operator INTEGER NOT NULL DEFAULT 0 CHECK (is_operator IN (0, 1));
ALTER TABLE users ADD COLUMN default_workspace_id TEXT;
UPDATE users SET is_operator = 1 WHERE id = (SELECT value FROM settings WHERE name = 'owner');

-- Links by which somebody who forgot their password sets a new one; only the SHA-256 of the token is stored.
CREATE TABLE password_resets (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX password_resets_by_user ON password_resets (user_id);
CREATE INDEX password_resets_by_expiry ON password_resets (expires_at);

-- Who a person is to an OpenID Connect provider.
CREATE TABLE identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_by_user ON identities (user_id);
