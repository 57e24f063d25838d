-- What turns used that are over, until the ledger of the organization has it. agent_id: NULL when the chat was erased.
CREATE TABLE charges (
  turn_id TEXT PRIMARY KEY,
  agent_id TEXT,
  seconds INTEGER NOT NULL,
  began_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
