-- By which clock things were put and planned, so that a clock that was set back is told from time that passes: work.put_at is when
-- due_at was set, series.planned_at when the series was last looked at. One that lies ahead of now was written by a clock that ran
-- ahead. local_time: what the rule names, in the zone of the schedule, so that newer rules of the zone can move the planned time.
-- The version of those rules with which the file was last planned is in meta, as zoneData.
ALTER TABLE work ADD COLUMN put_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE series ADD COLUMN planned_at INTEGER NOT NULL DEFAULT 0;
UPDATE series SET planned_at = updated_at;
CREATE INDEX series_planned ON series (planned_at) WHERE is_current = 1 AND retired_at IS NULL;
ALTER TABLE occurrences ADD COLUMN local_time TEXT;
