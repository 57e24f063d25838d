-- What a first request answered, for its retries. n grows with time, so the oldest records are the lowest.
-- held_until and held_turn are set while the request may still be held open (waitSeconds): body is then the answer as of the
-- commit, which the end of the hold replaces.
CREATE TABLE idempotency (
  n INTEGER PRIMARY KEY,
  credential_id TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  body TEXT NOT NULL,
  held_turn TEXT,
  held_until INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (credential_id, key)
) STRICT;
