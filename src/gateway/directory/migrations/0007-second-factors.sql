-- Second factors of people. The secret is encrypted with a key that is not in this database.
CREATE TABLE second_factors (
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  encrypted_secret TEXT NOT NULL,
  is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  -- The latest half minute since 1970 of which a code was taken: none is taken twice.
  last_step INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One row for each recovery code that is left.
CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id),
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;
