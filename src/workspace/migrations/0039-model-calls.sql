-- Requests to model providers: what each cost, and what plays it again. step: of the reply that was recorded; NULL for one that came to
-- nothing, and for what was no step. parameters: JSON. reply: as it came; attached: what of it goes back to the model that gave it.
-- captures: of their content in what the model was shown. All that was said goes with the chat, and with those captures; the numbers stay.
CREATE TABLE model_calls (
  n INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('step', 'name', 'estimate', 'digest')),
  chat_id TEXT,
  turn_id TEXT,
  step INTEGER,
  agent_id TEXT,
  agent_version INTEGER,
  model TEXT NOT NULL,
  parameters TEXT NOT NULL,
  tools_hash TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  reply TEXT,
  attached TEXT,
  captures TEXT,
  input_tokens INTEGER,
  output_tokens INTEGER,
  cached_tokens INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX model_calls_chat ON model_calls (chat_id) WHERE chat_id IS NOT NULL;
CREATE INDEX model_calls_time ON model_calls (created_at);
CREATE INDEX model_calls_captures ON model_calls (n) WHERE captures IS NOT NULL;
