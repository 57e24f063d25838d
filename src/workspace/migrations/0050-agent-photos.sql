-- agent_id: the agent whose photo the image is; NULL for one that people sent with a message.
ALTER TABLE images ADD COLUMN agent_id TEXT;
CREATE UNIQUE INDEX images_by_agent ON images (agent_id) WHERE agent_id IS NOT NULL;
DROP INDEX images_unsent;
CREATE INDEX images_unsent ON images (user_id) WHERE chat_id IS NULL AND agent_id IS NULL;
