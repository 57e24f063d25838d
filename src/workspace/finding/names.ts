/** Searches chats, agents and skills by their names and what is written of them. */
import { fold } from "../../schema/fold.ts";
import { agentRows } from "../agents/queries.ts";
import { allSkills } from "../agents/skill-queries.ts";
import { chatRows } from "../chats/page.ts";
import { toInstant } from "../time/instant.ts";
import { type Asked, type Find, found } from "./found.ts";

export const findChats: Find = ({ sql }, asked) => {
  const filter = { isArchived: false, status: undefined, agentId: undefined, query: asked.query };
  return chatRows(sql, filter, asked.limit, null).map(({ id, title, subtitle, lastMessageAt }) =>
    found({ kind: "chat", id, parentId: null, title, at: toInstant(lastMessageAt) }, [subtitle], asked),
  );
};

export const findAgents: Find = ({ sql }, asked) =>
  agentRows(sql, false)
    .filter(({ name, description }) => says(asked, name, description))
    .slice(0, asked.limit)
    .map(({ id, name, description, updatedAt }) =>
      found({ kind: "agent", id, parentId: null, title: name, at: toInstant(updatedAt) }, [description], asked),
    );

export const findSkills: Find = ({ sql }, asked) => {
  const agents = new Set(agentRows(sql, false).map(({ id }) => id));
  return allSkills(sql, false)
    .filter(({ agentId, name, instructions }) => agents.has(agentId) && says(asked, name, instructions))
    .slice(0, asked.limit)
    .map(({ id, agentId, name, instructions, updatedAt }) =>
      found({ kind: "skill", id, parentId: agentId, title: name, at: updatedAt }, [instructions], asked),
    );
};

function says({ text }: Asked, name: string, more: string | null): boolean {
  return fold(`${name}\n${more ?? ""}`).includes(text);
}
