-- Who joined first owns the workspace; that of a workspace without people is who joins first.
ALTER TABLE memberships ADD COLUMN role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('owner', 'member'));
UPDATE memberships AS m SET role = 'owner' WHERE NOT EXISTS (
  SELECT 1 FROM memberships o WHERE o.workspace_id = m.workspace_id
    AND (o.created_at < m.created_at OR (o.created_at = m.created_at AND o.user_id < m.user_id)));
