-- Accounts at an OpenID Connect provider that sign a person in. Issuer and subject name an account for ever; e-mail addresses change.
CREATE TABLE provider_identities (
  id TEXT PRIMARY KEY,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id),
  email TEXT,
  created_at INTEGER NOT NULL,
  UNIQUE (issuer, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX provider_identities_by_user ON provider_identities (user_id);
