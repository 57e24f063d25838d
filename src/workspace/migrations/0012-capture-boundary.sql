-- captures: JSON of the captures whose content the call carries, in its input or its result; NULL when it carries none.
ALTER TABLE tool_calls ADD COLUMN captures TEXT;
-- is_context: the chat was begun with the capture; else only something said in it carries content of the capture.
ALTER TABLE chat_captures ADD COLUMN is_context INTEGER NOT NULL DEFAULT 1 CHECK (is_context IN (0, 1));
