/** A chat as the journal reads it. */
import type { Recorded } from "../protocol/sql.ts";

/** What people and agents set of a chat; agent and todo never change. Chats are named from what carries no content of captures. */
export const chatRecord: Recorded = {
  kind: "chat",
  image(sql, id) {
    const row = sql.get("SELECT agent_id, todo_id, title, subtitle, is_archived FROM chats WHERE id = ?", id);
    if (row === undefined) return undefined;
    const [agentId, todoId, title, subtitle, isArchived] = row;
    return { fields: { agentId, todoId, title, subtitle, isArchived: isArchived === 1 }, carried: null };
  },
};
