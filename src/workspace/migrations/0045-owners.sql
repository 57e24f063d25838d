-- Who owns the workspace, as far as its directory has said since: it does whenever somebody comes, leaves or changes role.
ALTER TABLE members ADD COLUMN is_owner INTEGER NOT NULL DEFAULT 0 CHECK (is_owner IN (0, 1));
