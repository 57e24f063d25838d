-- The calendar and the list over all schedules read occurrences by their planned time.
CREATE INDEX occurrences_time ON occurrences (scheduled_for);
