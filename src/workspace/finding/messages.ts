/** Searches what was said in chats. */
import { mayReadCaptures } from "../captures/boundary.ts";
import { messagesWith } from "../chats/index-messages.ts";
import { searchTerms } from "../search/search.ts";
import { type Find, found } from "./found.ts";

export const findMessages: Find = ({ sql, caller, acting }, asked) => {
  const messages = messagesWith(sql, searchTerms(asked.query), mayReadCaptures(caller.scopes), asked.limit);
  for (const { carried } of messages) if (carried !== null) acting?.shows(carried);
  return messages.map(({ id, chatId, title, text, createdAt }) =>
    found({ kind: "message", id, parentId: chatId, title, at: createdAt }, [text], asked),
  );
};
