-- The newest entry of the journal when the call had its result: what somebody else has changed since, the chat has not read. NULL for
-- calls from before.
ALTER TABLE tool_calls ADD COLUMN read_at_change INTEGER;
