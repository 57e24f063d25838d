-- Two columns get the names that the code has for them: where a todo shows (0 active, 1 archived, 2 suggested, 3 dismissed), and which
-- of its texts are redacted (1 the title, 2 the content, 3 both).
ALTER TABLE todos RENAME COLUMN shelf TO visibility;
ALTER TABLE todo_assignees RENAME COLUMN shelf TO visibility;
ALTER TABLE todos RENAME COLUMN sealed TO redacted;
