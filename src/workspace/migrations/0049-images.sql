-- Images that people send with messages: the row knows what the file is, which lies where recordings lie, under the same id.
-- chat_id: the chat whose message took it; NULL until one does.
CREATE TABLE images (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  content_type TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  chat_id TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX images_by_chat ON images (chat_id) WHERE chat_id IS NOT NULL;
CREATE INDEX images_unsent ON images (user_id) WHERE chat_id IS NULL;
-- attachments: what its images are, as JSON; NULL for a message without any.
ALTER TABLE messages ADD COLUMN attachments TEXT;
