-- Workspaces whose people changed and that have not been told yet; change names the newest change.
CREATE TABLE untold (
  workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id),
  change TEXT NOT NULL
) STRICT, WITHOUT ROWID;
