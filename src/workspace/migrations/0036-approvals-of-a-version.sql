-- The newest change of the record that an approval is about, when a person was asked: what has changed since, they were not shown. NULL
-- for a request about something new, and for those from before.
ALTER TABLE approvals ADD COLUMN record_version INTEGER;
