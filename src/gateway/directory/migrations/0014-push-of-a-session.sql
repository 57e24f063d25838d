-- The session that switched the notes on: they end with it, however it ends. Null for what was switched on before this was noted.
ALTER TABLE push_subscriptions ADD COLUMN session_id TEXT;
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_id);
-- On one line, because statements end at the ends of lines.
CREATE TRIGGER sessions_end_push AFTER DELETE ON sessions BEGIN DELETE FROM push_subscriptions WHERE session_id = OLD.id; END;
