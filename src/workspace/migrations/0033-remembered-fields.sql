-- What a person lets pass for the rest of a chat is a tool with a set of fields, as JSON in alphabetical order. Before it was the
-- whole tool: nobody had seen the other fields, so they are asked about once more.
DROP TABLE chat_tools;
CREATE TABLE chat_tools (
  chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
  tool_name TEXT NOT NULL,
  fields TEXT NOT NULL,
  PRIMARY KEY (chat_id, tool_name, fields)
) STRICT, WITHOUT ROWID;
