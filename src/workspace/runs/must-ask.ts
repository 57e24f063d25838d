/** Whether a turn has to ask a person before it changes anything. */
import type { Sql } from "../protocol/sql.ts";
import type { TurnRow } from "../chats/turn-rows.ts";

/** True when its agent must ask, as it is now, or whoever began the turn had to. */
export function mustAsk(sql: Sql, { chatId, isGated }: Pick<TurnRow, "chatId" | "isGated">): boolean {
  if (isGated) return true;
  const row = sql.get(
    "SELECT requires_approval FROM agents WHERE id = (SELECT agent_id FROM chats WHERE id = ?)",
    chatId,
  );
  return row?.[0] === 1;
}
