/** A chat as its row has it, and as the interface shows it. */
import type { Chat, ChatStatus } from "../../schema/chat.ts";
import { toInstant, toInstantOrNull } from "../time/instant.ts";
import type { SqlRow, Recorded } from "../protocol/sql.ts";

/** A chat as stored in its row. Times are milliseconds. */
export interface ChatRow {
  readonly n: number;
  readonly id: string;
  readonly isArchived: boolean;
  readonly status: ChatStatus;
  readonly lastMessageAt: number;
  /** Who answers. */
  readonly agentId: string;
  /** False when the chat was begun without naming an agent. */
  readonly namesAgent: boolean;
  readonly todoId: string | null;
  readonly turnId: string;
  readonly timezone: string;
  /** Also the sequence of the newest message. */
  readonly messageCount: number;
  readonly createdAt: number;
  readonly completedAt: number | null;
  readonly title: string | null;
  readonly subtitle: string | null;
  readonly errorMessage: string | null;
}

/** In the order of `toChatRow`; table alias `c`. */
export const chatColumns = `c.n, c.id, c.is_archived, c.status, c.last_message_at, c.agent_id, c.names_agent, c.todo_id, c.turn_id,
  c.timezone, c.message_count, c.created_at, c.completed_at, c.title, c.subtitle, c.error_message`;

/** The chat as the interface shows it. */
export function toChat(chat: ChatRow): Chat {
  return {
    object: "chat",
    id: chat.id,
    title: chat.title,
    subtitle: chat.subtitle,
    status: chat.status,
    agentId: chat.namesAgent ? chat.agentId : null,
    todoId: chat.todoId,
    messageCount: chat.messageCount,
    errorMessage: chat.errorMessage,
    isArchived: chat.isArchived,
    createdAt: toInstant(chat.createdAt),
    lastMessageAt: toInstant(chat.lastMessageAt),
    completedAt: toInstantOrNull(chat.completedAt),
  };
}

/** A row of `chatColumns`. */
export function toChatRow(row: SqlRow): ChatRow {
  return {
    n: row[0] as number,
    id: row[1] as string,
    isArchived: row[2] === 1,
    status: row[3] as ChatStatus,
    lastMessageAt: row[4] as number,
    agentId: row[5] as string,
    namesAgent: row[6] === 1,
    todoId: row[7] as string | null,
    turnId: row[8] as string,
    timezone: row[9] as string,
    messageCount: row[10] as number,
    createdAt: row[11] as number,
    completedAt: row[12] as number | null,
    title: row[13] as string | null,
    subtitle: row[14] as string | null,
    errorMessage: row[15] as string | null,
  };
}

/** What people and agents set of a chat; agent and todo never change. Chats are named from what carries no content of captures. */
export const chatRecord: Recorded = {
  kind: "chat",
  table: "chats",
  image(sql, id) {
    const row = sql.get("SELECT agent_id, todo_id, title, subtitle, is_archived FROM chats WHERE id = ?", id);
    if (row === undefined) return undefined;
    const [agentId, todoId, title, subtitle, isArchived] = row;
    return { fields: { agentId, todoId, title, subtitle, isArchived: isArchived === 1 }, carried: null };
  },
};
