/** The rows of chats. */
import { dropMessagesOf } from "./index-messages.ts";
import { eraseSaidInChat } from "./model-calls.ts";
import { fold } from "../../schema/fold.ts";
import { notFound } from "../../schema/errors.ts";
import { chatMachine } from "../../schema/machines.ts";
import type { Sql, SqlRow } from "../protocol/sql.ts";
import { eventTo, transitions } from "../protocol/transitions.ts";
import { chatRecord, chatColumns, type ChatRow, toChatRow } from "./row.ts";

export type NewChat = Pick<
  ChatRow,
  "id" | "agentId" | "namesAgent" | "todoId" | "turnId" | "timezone" | "createdAt" | "title"
>;

/** Parts title and subtitle in the search text; no text can contain it. */
const textSeparator = "\u0001";

/** The chat with that id, archived or not; undefined when there is none. */
export function findChat(sql: Sql, id: string): ChatRow | undefined {
  const row = sql.get(`SELECT ${chatColumns} FROM chats c WHERE c.id = ?`, id);
  return row && toChatRow(row);
}

/** The agent of the chat; undefined when there is no such chat. */
export function agentIdOf(sql: Sql, id: string): string | undefined {
  return sql.get("SELECT agent_id FROM chats WHERE id = ?", id)?.[0] as string | undefined;
}

/** The last turn of the chat; undefined when there is no such chat. */
export function turnIdOf(sql: Sql, id: string): string | undefined {
  return sql.get("SELECT turn_id FROM chats WHERE id = ?", id)?.[0] as string | undefined;
}

/** The chat with that id, archived or not. Throws 404. */
export function chatRow(sql: Sql, id: string): ChatRow {
  const chat = findChat(sql, id);
  if (chat === undefined) throw notFound("chat", id);
  return chat;
}

/** Adds a chat whose first turn is queued. */
export function insertChat(sql: Sql, chat: NewChat): void {
  sql.journal.created(chatRecord, chat.id);
  sql.run(
    `INSERT INTO chats (id, status, last_message_at, agent_id, names_agent, todo_id, turn_id, timezone, created_at, title,
       search_text) VALUES (?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    chat.id,
    chat.createdAt,
    chat.agentId,
    chat.namesAgent,
    chat.todoId,
    chat.turnId,
    chat.timezone,
    chat.createdAt,
    chat.title,
    searchText(chat.title, null),
  );
}

const moves = transitions(chatMachine);

/** What a new message does to its chat. */
const counted = "message_count = message_count + 1, last_message_at = max(last_message_at, ?)";

/** Where a new message stands in its chat, and when it was written: never before the one before it. */
export type MessagePlace = readonly [sequence: number, createdAt: number];

/** The chat has another message, which stands there. */
export function countMessage(sql: Sql, id: string, now: number): MessagePlace {
  sql.journal.touched("chat", id);
  const text = `UPDATE chats SET ${counted} WHERE id = ? RETURNING message_count, last_message_at`;
  return placeIn(id, sql.get(text, now, id));
}

/** The chat's newest turn is another one, which waits for a worker and begins with a message; that stands there. */
export function setTurn(sql: Sql, id: string, turnId: string, now: number): MessagePlace {
  sql.journal.touched("chat", id);
  const { set, when, check } = moves.message;
  const row = sql.get(
    `UPDATE chats SET turn_id = ?, ${set}, error_message = NULL, ${counted} WHERE id = ? AND ${when}
     RETURNING message_count, last_message_at`,
    turnId,
    now,
    id,
  );
  check(row === undefined ? 0 : 1, statusOf(sql, id));
  return placeIn(id, row);
}

function placeIn(id: string, row: SqlRow | undefined): MessagePlace {
  if (row === undefined) throw new Error(`Expected the chat ${id} of a new message.`);
  return row as MessagePlace;
}

/** The chat as its turn continues; answers the todo that it belongs to, null when it belongs to none. */
export function moveChat(sql: Sql, id: string, event: "begin" | "ask" | "resume"): string | null {
  sql.journal.touched("chat", id);
  const { set, when, check } = moves[event];
  const row = sql.get(`UPDATE chats SET ${set} WHERE id = ? AND ${when} RETURNING todo_id`, id);
  check(row === undefined ? 0 : 1, statusOf(sql, id));
  return (row?.[0] ?? null) as string | null;
}

function statusOf(sql: Sql, id: string): () => SqlRow | undefined {
  return () => sql.get("SELECT status FROM chats WHERE id = ?", id);
}

interface ChatEnd {
  readonly status: "completed" | "failed" | "cancelled";
  readonly errorMessage: string | null;
  readonly completedAt: number | null;
}

/**
 * The chat as its turn ends; `completedAt` null leaves the time of the last completed turn as it is. Answers what it belongs to
 * and is called; undefined when it was erased.
 */
export function setEnded(
  sql: Sql,
  id: string,
  { status, errorMessage, completedAt }: ChatEnd,
): Pick<ChatRow, "todoId" | "title" | "subtitle"> | undefined {
  sql.journal.touched("chat", id);
  const { set, when, check } = moves[eventTo(chatMachine, status)];
  const row = sql.get(
    `UPDATE chats SET ${set}, error_message = ?, completed_at = coalesce(?, completed_at) WHERE id = ? AND ${when}
     RETURNING todo_id, title, subtitle`,
    errorMessage,
    completedAt,
    id,
  ) as readonly [string | null, string | null, string | null] | undefined;
  check(row === undefined ? 0 : 1, statusOf(sql, id));
  return row && { todoId: row[0], title: row[1], subtitle: row[2] };
}

/** Names a chat. */
export function setTexts(sql: Sql, id: string, title: string | null, subtitle: string | null): void {
  sql.journal.changing(chatRecord, id);
  sql.run(
    "UPDATE chats SET title = ?, subtitle = ?, search_text = ? WHERE id = ?",
    title,
    subtitle,
    searchText(title, subtitle),
    id,
  );
}

/** Archives or brings back. */
export function setArchived(sql: Sql, id: string, isArchived: boolean): void {
  sql.journal.changing(chatRecord, id);
  sql.run("UPDATE chats SET is_archived = ? WHERE id = ?", isArchived, id);
}

/** Notes which captures a chat was begun with. */
export function addCaptures(sql: Sql, id: string, captureIds: readonly string[]): void {
  for (const captureId of captureIds) {
    sql.run("INSERT INTO chat_captures (chat_id, capture_id) VALUES (?, ?) ON CONFLICT DO NOTHING", id, captureId);
  }
}

/** The chats that were begun with the capture, or in which something carries its content. */
export function chatsCarrying(sql: Sql, captureId: string): string[] {
  return sql.all("SELECT chat_id FROM chat_captures WHERE capture_id = ?", captureId).map((row) => row[0] as string);
}

/** The captures that the chat was begun with, or whose content something in it carries. */
export function capturesIn(sql: Sql, id: string): string[] {
  return sql.all("SELECT capture_id FROM chat_captures WHERE chat_id = ?", id).map((row) => row[0] as string);
}

/** The chats of a todo that is about to be erased belong to none from then on. */
export function leaveTodo(sql: Sql, todoId: string): void {
  for (const [id] of sql.all("SELECT id FROM chats WHERE todo_id = ?", todoId)) {
    sql.journal.changing(chatRecord, id as string);
  }
  sql.run("UPDATE chats SET todo_id = NULL WHERE todo_id = ?", todoId);
}

/** The chats of a todo whose turn has not ended. */
export function liveChatsOf(sql: Sql, todoId: string): ChatRow[] {
  const rows = sql.all(
    `SELECT ${chatColumns} FROM chats c WHERE c.todo_id = ? AND c.status IN ('queued', 'running', 'awaiting_input')`,
    todoId,
  );
  return rows.map(toChatRow);
}

/** The chats of an agent whose turn has not ended. */
export function liveChatsOfAgent(sql: Sql, agentId: string): ChatRow[] {
  const rows = sql.all(
    `SELECT ${chatColumns} FROM chats c WHERE c.agent_id = ? AND c.status IN ('queued', 'running', 'awaiting_input')`,
    agentId,
  );
  return rows.map(toChatRow);
}

/**
 * Erases a chat with its messages, tool calls and approvals; the host's `secure_delete` overwrites the bytes. A turn whose
 * minutes are not settled yet stays until they are, without its content.
 */
export function eraseChat(sql: Sql, id: string): void {
  sql.journal.erasing(chatRecord, id);
  dropMessagesOf(sql, id);
  sql.run("DELETE FROM chats WHERE id = ?", id);
  eraseSaidInChat(sql, id);
  sql.run("DELETE FROM tool_calls WHERE turn_id IN (SELECT id FROM turns WHERE chat_id = ?)", id);
  sql.run(
    `DELETE FROM turns WHERE chat_id = ?
       AND NOT EXISTS (SELECT 1 FROM work WHERE work.kind = 'turn' AND work.subject_id = turns.id)`,
    id,
  );
}

function searchText(title: string | null, subtitle: string | null): string {
  return `${fold(title ?? "")}${textSeparator}${fold(subtitle ?? "")}`;
}
