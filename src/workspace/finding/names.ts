/** Searches chats and agents by their names. */
import { agentRows } from "../agents/queries.ts";
import { chatRows } from "../chats/page.ts";
import { fold } from "../protocol/fold.ts";
import { toInstant } from "../time/instant.ts";
import { type Find, found } from "./found.ts";

export const findChats: Find = ({ sql }, asked) => {
  const filter = { isArchived: false, status: undefined, agentId: undefined, query: asked.query };
  return chatRows(sql, filter, asked.limit, null).map(({ id, title, subtitle, lastMessageAt }) =>
    found({ kind: "chat", id, title, at: toInstant(lastMessageAt) }, [subtitle], asked),
  );
};

export const findAgents: Find = ({ sql }, asked) =>
  agentRows(sql, false)
    .filter(({ name, description }) => fold(`${name}\n${description ?? ""}`).includes(asked.text))
    .slice(0, asked.limit)
    .map(({ id, name, description, updatedAt }) =>
      found({ kind: "agent", id, title: name, at: toInstant(updatedAt) }, [description], asked),
    );
