-- Who changed what, in the transaction of its effect. A row is an entry of the chain, or a touch (op 'touched'): a field changed that
-- follows from others, and the row only says which record, so that followers read it again.
-- operation: its id, or what the service does by itself. on_behalf_of: the person for whom an agent acts. change_set: one for each call.
-- before, after: JSON of the fields that somebody sets and that changed; '~' and base64 when compressed; NULL when there are none, or
-- once the record was erased or the entry is too old, and then salt is NULL too. undoes: the n of the entry that it undoes.
-- captures: JSON of the captures whose content the images carry; NULL for none.
-- commitment: SHA-256 of salt, before and after; hash: SHA-256 of the hash before it and of the other columns. Of a touch hash is a
-- random mark, and outside the chain.
-- n only grows, also over what is deleted, as the newest row stays.
CREATE TABLE changes (
  n INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  operation TEXT,
  actor_type TEXT CHECK (actor_type IN ('user', 'agent', 'service')),
  actor_id TEXT,
  on_behalf_of TEXT,
  credential_type TEXT,
  credential_id TEXT,
  chat_id TEXT,
  run_id TEXT,
  turn_id TEXT,
  call_key TEXT,
  approval_id TEXT,
  change_set TEXT,
  kind TEXT NOT NULL,
  record_id TEXT NOT NULL,
  op TEXT NOT NULL CHECK (op IN ('created', 'updated', 'archived', 'restored', 'erased', 'touched')),
  before TEXT,
  after TEXT,
  undoes INTEGER,
  captures TEXT,
  salt TEXT,
  commitment TEXT,
  hash TEXT NOT NULL,
  CHECK (op = 'touched' OR (actor_type IS NOT NULL AND change_set IS NOT NULL AND commitment IS NOT NULL))
) STRICT;
CREATE INDEX changes_record ON changes (record_id) WHERE op <> 'touched';
CREATE INDEX changes_captures ON changes (captures) WHERE captures IS NOT NULL;
CREATE INDEX changes_chat ON changes (chat_id) WHERE chat_id IS NOT NULL;
CREATE INDEX changes_run ON changes (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX changes_set ON changes (change_set) WHERE op <> 'touched';
CREATE INDEX changes_undoes ON changes (undoes) WHERE undoes IS NOT NULL;
