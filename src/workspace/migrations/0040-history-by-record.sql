-- A record's row says which entry is its newest (last_change), and each entry which one of its record came before it (previous). Before,
-- an index by record did: it was a third of what an entry costs, as every entry wrote into a page of its own, somewhere in the index. The
-- page with the record's row is written anyway.
-- previous: NULL for the first entry of a record, -1 for those from before this version, which changes_older finds, and whose hash is
-- that of version 27 (entry-hash.ts).
-- cause: JSON of operation, actor_type, actor_id, on_behalf_of, credential_type, credential_id, turn_id, call_key, approval_id: one value
-- is bound where nine were. What the other columns mean is said in 0027.
CREATE TABLE leaner_changes (
  n INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  record_id TEXT NOT NULL,
  op TEXT NOT NULL CHECK (op = 'updated' OR op = 'created' OR op = 'touched' OR op = 'archived' OR op = 'restored' OR op = 'erased'),
  cause TEXT,
  change_set TEXT,
  previous INTEGER,
  chat_id TEXT,
  run_id TEXT,
  undoes INTEGER,
  captures TEXT,
  before TEXT,
  after TEXT,
  salt TEXT,
  commitment TEXT,
  hash TEXT NOT NULL,
  CHECK (op = 'touched' OR (cause IS NOT NULL AND change_set IS NOT NULL AND commitment IS NOT NULL))
) STRICT;
INSERT INTO leaner_changes SELECT n, at, kind, record_id, op,
  iif(op = 'touched', NULL, json_array(operation, actor_type, actor_id, on_behalf_of, credential_type, credential_id, turn_id, call_key, approval_id)),
  change_set, iif(op = 'touched', NULL, -1), chat_id, run_id, undoes, captures, before, after, salt, commitment, hash
  FROM changes ORDER BY n;
DROP TABLE changes;
ALTER TABLE leaner_changes RENAME TO changes;
CREATE INDEX changes_older ON changes (record_id) WHERE previous = -1;
CREATE INDEX changes_erased ON changes (record_id) WHERE op = 'erased';
CREATE INDEX changes_captures ON changes (captures) WHERE captures IS NOT NULL;
CREATE INDEX changes_chat ON changes (chat_id) WHERE chat_id IS NOT NULL;
CREATE INDEX changes_run ON changes (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX changes_set ON changes (change_set) WHERE change_set IS NOT NULL;
CREATE INDEX changes_undoes ON changes (undoes) WHERE undoes IS NOT NULL;
ALTER TABLE todos ADD COLUMN last_change INTEGER;
ALTER TABLE todo_lists ADD COLUMN last_change INTEGER;
ALTER TABLE chats ADD COLUMN last_change INTEGER;
ALTER TABLE agents ADD COLUMN last_change INTEGER;
ALTER TABLE agent_skills ADD COLUMN last_change INTEGER;
ALTER TABLE captures ADD COLUMN last_change INTEGER;
ALTER TABLE todo_runs ADD COLUMN last_change INTEGER;
