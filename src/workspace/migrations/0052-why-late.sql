-- What an occurrence waits or waited for last before it starts; null while it does not wait. `reason` says why it does not run as it stands, and
-- is null once it runs.
ALTER TABLE occurrences ADD COLUMN waited_for TEXT CHECK (waited_for IN ('off_duty', 'agent_busy', 'previous_still_running',
  'insufficient_minutes', 'service_down'));
UPDATE occurrences SET waited_for = reason
  WHERE status = 'queued' AND reason IN ('off_duty', 'previous_still_running', 'insufficient_minutes');
