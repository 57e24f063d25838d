-- Each piece of work has a lane: turns wait for a place among turns, background work for one of its own, and rules that have
-- come due are carried out by the next write. The kinds are listed in work.ts alone.
CREATE TABLE work_in_lanes (
  n INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  lane TEXT NOT NULL CHECK (lane IN ('turns', 'background', 'rules')),
  subject_id TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  is_taken INTEGER NOT NULL DEFAULT 0 CHECK (is_taken IN (0, 1)),
  attempts INTEGER NOT NULL DEFAULT 0,
  UNIQUE (kind, subject_id)
) STRICT;
INSERT INTO work_in_lanes (n, kind, lane, subject_id, due_at, is_taken, attempts)
  SELECT n, kind, CASE kind WHEN 'turn' THEN 'turns' ELSE 'background' END, subject_id, due_at, is_taken, attempts FROM work;
DROP TABLE work;
ALTER TABLE work_in_lanes RENAME TO work;
CREATE INDEX work_due ON work (lane, due_at) WHERE is_taken = 0;
CREATE INDEX work_taken ON work (is_taken) WHERE is_taken = 1;
