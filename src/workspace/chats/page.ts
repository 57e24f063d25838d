/** The list of chats, most recently active first: what is filtered stands in the index of that order, but the text, which is looked for in rows. */
import { fold } from "../../schema/fold.ts";
import type { ChatStatus } from "../../schema/chat.ts";
import { invalidCursor, type Position } from "../protocol/cursor.ts";
import type { Sql, SqlValue } from "../protocol/sql.ts";
import { chatColumns, type ChatRow, toChatRow } from "./row.ts";

export interface ChatFilter {
  readonly isArchived: boolean;
  readonly status: ChatStatus | undefined;
  readonly agentId: string | undefined;
  /** Text in title or subtitle. */
  readonly query: string | undefined;
}

/** Chats after that place, at most `limit`. The filters make a small closed set of texts. */
export function chatRows(sql: Sql, filter: ChatFilter, limit: number, position: Position | null): ChatRow[] {
  const pieces = ["c.is_archived = ?"];
  const values: SqlValue[] = [filter.isArchived];
  if (filter.status !== undefined) {
    pieces.push(`c.status = '${filter.status}'`); // in the text, as an index of some statuses is of use for these alone
  }
  if (filter.agentId !== undefined) {
    pieces.push("c.agent_id = ?");
    values.push(filter.agentId);
  }
  if (filter.query !== undefined) {
    pieces.push("instr(c.search_text, ?) > 0");
    values.push(fold(filter.query.trim()));
  }
  if (position !== null) {
    pieces.push("(c.last_message_at, c.n) < (?, ?)");
    values.push(...keyOf(position));
  }
  const text = `SELECT ${chatColumns} FROM chats c WHERE ${pieces.join(" AND ")} ORDER BY c.last_message_at DESC, c.n DESC LIMIT ?`;
  return sql.all(text, ...values, limit).map(toChatRow);
}

/** Where the page after this chat begins. */
export function positionOf(chat: ChatRow): Position {
  return [chat.lastMessageAt, chat.n];
}

function keyOf([lastMessageAt, n]: Position): readonly [number, number] {
  if (typeof lastMessageAt !== "number" || typeof n !== "number") throw invalidCursor();
  return [lastMessageAt, n];
}
