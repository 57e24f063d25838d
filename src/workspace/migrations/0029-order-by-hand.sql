-- The order by hand, where somebody has moved a todo (todos/rank.ts); and who finished an occurrence by hand.
ALTER TABLE todos ADD COLUMN rank TEXT;
CREATE INDEX todos_rank ON todos (rank) WHERE rank IS NOT NULL;
ALTER TABLE occurrences ADD COLUMN completed_by TEXT;
