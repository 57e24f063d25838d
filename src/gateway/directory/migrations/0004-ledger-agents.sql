-- agent_id is NULL for turns of earlier versions, and of a chat that was erased while its agent worked. The index holds all that is
-- asked of a month: its sum, and its parts by workspace, by agent and by day.
ALTER TABLE ledger ADD COLUMN agent_id TEXT;
DROP INDEX ledger_by_month;
CREATE INDEX ledger_by_month ON ledger (organization_id, month, workspace_id, agent_id, created_at, seconds);
