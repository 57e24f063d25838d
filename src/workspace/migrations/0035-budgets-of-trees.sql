-- The turns that agents begin, one after the other, are a tree: root_id is the turn that a person, a program or a schedule began, NULL
-- in that turn itself. changes: what calls of the turn have changed. is_gated: whoever began it had to ask a person about changes.
ALTER TABLE turns ADD COLUMN root_id TEXT;
ALTER TABLE turns ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE turns ADD COLUMN is_gated INTEGER NOT NULL DEFAULT 0 CHECK (is_gated IN (0, 1));
CREATE INDEX turns_root ON turns (root_id) WHERE root_id IS NOT NULL;
