-- sent_at: when a call went to somebody outside; it is never sent again, whatever came of it.
-- authors: who wrote what the result shows, as JSON: person, agent, and outside with the name of the server; NULL for a result that shows nobody's words.
ALTER TABLE tool_calls ADD COLUMN sent_at INTEGER;
ALTER TABLE tool_calls ADD COLUMN authors TEXT;
