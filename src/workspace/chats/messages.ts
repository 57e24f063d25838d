/**
 * The rows of messages. A message never changes once it is committed, and each block stands in exactly one message: an
 * assistant's reply with its tool calls is one message, the results of those calls are the next one of that turn. So a client that
 * polls with `afterSequence` sees everything once.
 */
import type { AttachedImage, Block, Message } from "../../schema/chat.ts";
import { type Carried, carriedIn, erasedText, withoutContent } from "../captures/boundary.ts";
import type { Context } from "../protocol/context.ts";
import { toInstant } from "../time/instant.ts";
import type { CarryingCalls } from "./tool-calls.ts";
import type { Sql, SqlRow } from "../protocol/sql.ts";
import { dropMessage, indexMessage } from "./index-messages.ts";
import { countMessage, type MessagePlace } from "./queries.ts";

/** What a change of a conversation needs of its command. */
export type Moment = Pick<Context, "sql" | "now" | "newId">;

export interface NewMessage {
  readonly chatId: string;
  readonly turnId: string;
  readonly role: Message["role"];
  /** The readable answer; empty when the message only carries blocks. */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Images that were sent with it; none when left out. */
  readonly attachments?: readonly AttachedImage[];
}

/** What a person says. */
export type Said = Pick<NewMessage, "text" | "attachments">;

const columns = "id, chat_id, role, sequence, text, blocks, created_at, attachments";

/** Adds a message at the end of its chat, or at the place that is counted for it already, and answers its sequence. */
export function addMessage(
  { sql, now, newId }: Moment,
  message: NewMessage,
  place: MessagePlace = countMessage(sql, message.chatId, now),
): number {
  const [sequence, createdAt] = place;
  const { attachments = [] } = message;
  sql.run(
    `INSERT INTO messages (chat_id, sequence, id, turn_id, role, created_at, text, blocks, attachments)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    message.chatId,
    sequence,
    newId(),
    message.turnId,
    message.role,
    createdAt,
    message.text,
    JSON.stringify(message.blocks),
    attachments.length === 0 ? null : JSON.stringify(attachments),
  );
  indexMessage(sql, { ...message, sequence });
  noteCarried(sql, message.chatId, carriedIn([message]));
  return sequence;
}

/** A message of plain text: one block with the same words. */
export function addText(context: Moment, message: Omit<NewMessage, "blocks">, place?: MessagePlace): number {
  return addMessage(context, { ...message, blocks: [{ type: "text", text: message.text }] }, place);
}

/** The chat carries content of the captures from now on; one that was erased in the meantime is none. */
export function noteCarried(sql: Sql, chatId: string, carried: Carried): void {
  for (const captureId of carried ?? []) {
    sql.run(
      `INSERT INTO chat_captures (chat_id, capture_id, is_context) SELECT ?, id, 0 FROM captures WHERE id = ?
       ON CONFLICT DO NOTHING`,
      chatId,
      captureId,
    );
  }
}

/**
 * Takes content of the capture out of the messages of a chat, that of the calls included: the one change of a message that there
 * is. A reply that wrote the capture goes whole.
 */
export function eraseCarriedInMessages(sql: Sql, chatId: string, captureId: string, calls: CarryingCalls): void {
  const turns = JSON.stringify([...new Set(calls.keys.map(({ turnId }) => turnId))]);
  const rows = sql.all(
    `SELECT ${columns} FROM messages
     WHERE chat_id = ? AND (instr(blocks, ?) > 0 OR turn_id IN (SELECT value FROM json_each(?)))`,
    chatId,
    captureId,
    turns,
  );
  for (const message of rows.map(toMessage)) {
    const wrote = message.blocks.some((block) => block.type === "tool_call" && calls.writing.has(block.id));
    const isMeant = (block: Block): boolean =>
      wrote || block.captureIds?.includes(captureId) === true || calls.ids.has(callOf(block) ?? "");
    if (!message.blocks.some(isMeant)) continue;
    const { text, blocks } = withoutContent(message, erasedText, isMeant);
    sql.journal.touched("chat", chatId);
    if (text !== message.text) dropMessage(sql, chatId, message.sequence);
    sql.run(
      "UPDATE messages SET text = ?, blocks = ? WHERE chat_id = ? AND sequence = ?",
      text,
      JSON.stringify(blocks),
      chatId,
      message.sequence,
    );
  }
}

function callOf(block: Block): string | null {
  if (block.type === "tool_call") return block.id;
  return "toolCallId" in block ? block.toolCallId : null;
}

/** Messages after that sequence, oldest first, at most `limit`. */
export function messagesAfter(sql: Sql, chatId: string, sequence: number, limit: number): Message[] {
  return sql
    .all(
      `SELECT ${columns} FROM messages WHERE chat_id = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
      chatId,
      sequence,
      limit,
    )
    .map(toMessage);
}

/** What a turn answered after that sequence, oldest first. */
export function repliesOf(sql: Sql, chatId: string, turnId: string, sequence: number): Message[] {
  return sql
    .all(
      `SELECT ${columns} FROM messages WHERE chat_id = ? AND sequence > ? AND turn_id = ? AND role <> 'user'
       ORDER BY sequence`,
      chatId,
      sequence,
      turnId,
    )
    .map(toMessage);
}

/** The messages from that sequence on, oldest first. */
export function messagesFrom(sql: Sql, chatId: string, sequence: number): Message[] {
  return sql
    .all(`SELECT ${columns} FROM messages WHERE chat_id = ? AND sequence >= ? ORDER BY sequence`, chatId, sequence)
    .map(toMessage);
}

/** The first message of the chat and the last ones of persons before that sequence, oldest first. */
export function personsBefore(sql: Sql, chatId: string, sequence: number, limit: number): Message[] {
  return sql
    .all(
      `SELECT ${columns} FROM messages WHERE chat_id = ?1 AND role = 'user' AND (sequence = 1 OR sequence IN (
         SELECT sequence FROM messages WHERE chat_id = ?1 AND role = 'user' AND sequence < ?2 ORDER BY sequence DESC LIMIT ?3))
       ORDER BY sequence`,
      chatId,
      sequence,
      limit,
    )
    .map(toMessage);
}

/**
 * The end of a conversation, oldest first: the whole of its last turn, and as many messages before it as fit into that many
 * characters, but for a part of a turn at the beginning.
 */
export function recentMessages(sql: Sql, chatId: string, turnId: string, characters: number): Message[] {
  const from = beginningOf(sql, chatId, turnId, characters);
  return sql
    .all(`SELECT ${columns} FROM messages WHERE chat_id = ? AND sequence >= ? ORDER BY sequence`, chatId, from)
    .map(toMessage);
}

/** The sequence of the earliest message of a person from which what comes before the last turn fits. */
function beginningOf(sql: Sql, chatId: string, turnId: string, characters: number): number {
  if (fitsWhole(sql, chatId, turnId, characters)) return 1;
  const rows = sql.all(
    `SELECT sequence, role = 'user', CASE WHEN turn_id = ? THEN 0 ELSE length(text) + length(blocks) END FROM messages
     WHERE chat_id = ? ORDER BY sequence DESC LIMIT ${maxLookedAt}`,
    turnId,
    chatId,
  ) as unknown as (readonly [number, number, number])[];
  let left = characters;
  let from = 1;
  for (const [sequence, isFromPerson, size] of rows) {
    left -= size;
    if (left < 0) break;
    if (isFromPerson === 1) from = sequence;
  }
  return from;
}

/** True when even its bytes, which are known without reading them, are so few: so it is with most conversations. */
function fitsWhole(sql: Sql, chatId: string, turnId: string, characters: number): boolean {
  const row = sql.get(
    `SELECT count(*), sum(CASE WHEN turn_id = ? THEN 0 ELSE octet_length(text) + octet_length(blocks) END)
     FROM (SELECT turn_id, text, blocks FROM messages WHERE chat_id = ? LIMIT ${maxLookedAt + 1})`,
    turnId,
    chatId,
  ) as readonly [number, number | null];
  return row[0] <= maxLookedAt && (row[1] ?? 0) <= characters;
}

/** Messages that are looked at: more than a model can take in. */
const maxLookedAt = 500;

function toMessage(row: SqlRow): Message {
  return {
    object: "message",
    id: row[0] as string,
    chatId: row[1] as string,
    role: row[2] as Message["role"],
    sequence: row[3] as number,
    text: row[4] as string,
    blocks: JSON.parse(row[5] as string) as Block[],
    ...(row[7] !== null && { attachments: JSON.parse(row[7] as string) as AttachedImage[] }),
    createdAt: toInstant(row[6] as number),
  };
}
