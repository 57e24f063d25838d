/** The words of messages in the search: each message that has some is numbered in the order of writing, and by that number in the index. */
import type { Block, Message } from "../../schema/chat.ts";
import { type Carried, carriedIn, carriesWords, erasedText } from "../captures/boundary.ts";
import type { Sql } from "../protocol/sql.ts";
import { messageSearch, type SearchTerms } from "../search/search.ts";
import { toInstant } from "../time/instant.ts";

/** A message as its row has it. */
interface Written extends Pick<Message, "chatId" | "sequence" | "text"> {
  readonly blocks: readonly Block[];
}

/** Has the new message found by its words. */
export function indexMessage(sql: Sql, { chatId, sequence, text, blocks }: Written): void {
  if (text === "") return;
  const row = sql.get(
    "INSERT INTO message_numbers (chat_n, sequence, carries) SELECT n, ?, ? FROM chats WHERE id = ? RETURNING n",
    sequence,
    carriesWords(blocks),
    chatId,
  );
  if (row !== undefined) messageSearch.insert(sql, row[0] as number, [text]);
}

/** Takes a message whose words are erased out of the search. */
export function dropMessage(sql: Sql, chatId: string, sequence: number): void {
  drop(sql, "chat_n = (SELECT n FROM chats WHERE id = ?) AND sequence = ?", chatId, sequence);
}

/** Takes the messages of a chat that is about to be erased out of the search. */
export function dropMessagesOf(sql: Sql, chatId: string): void {
  drop(sql, "chat_n = (SELECT n FROM chats WHERE id = ?)", chatId);
}

function drop(sql: Sql, which: string, ...values: readonly (string | number)[]): void {
  const rows = sql.all(`SELECT n FROM message_numbers WHERE ${which}`, ...values);
  messageSearch.eraseAll(
    sql,
    rows.map(([n]) => n as number),
  );
  sql.run(`DELETE FROM message_numbers WHERE ${which}`, ...values);
}

export interface FoundMessage {
  readonly id: string;
  readonly chatId: string;
  /** Of the chat. */
  readonly title: string | null;
  readonly text: string;
  readonly createdAt: string;
  readonly carried: Carried;
}

/** Messages that hold the text, of chats that are not archived, the newest first; those that carry content of captures where they may be read. */
export function messagesWith(sql: Sql, terms: SearchTerms, readsCaptures: boolean, limit: number): FoundMessage[] {
  const { text: source, values } = messageSearch.holding(sql, terms);
  const rows = sql.all(
    `SELECT m.id, c.id, c.title, m.text, m.created_at, m.blocks FROM ${source} s
     CROSS JOIN message_numbers p ON p.n = s.n CROSS JOIN chats c ON c.n = p.chat_n
     CROSS JOIN messages m ON m.chat_id = c.id AND m.sequence = p.sequence
     WHERE p.carries <= ? AND c.is_archived = 0 LIMIT ?`,
    ...values,
    readsCaptures,
    limit,
  );
  return rows.map(([id, chatId, title, text, createdAt, blocks]) => ({
    id: id as string,
    chatId: chatId as string,
    title: title as string | null,
    text: text as string,
    createdAt: toInstant(createdAt as number),
    carried: carriedIn([{ blocks: JSON.parse(blocks as string) as Block[] }]),
  }));
}

/** Messages from before there was an index that enter it in a write: so many at most, and up to the one with that character. */
const inSlice = 50;
const charactersInSlice = 10_000;

/** Indexes some of those, from that number downwards, and answers where to go on; null when all are in it. */
export function indexOldMessages(sql: Sql, from: number): number | null {
  const rows = sql.all(
    `SELECT p.n, m.text, m.blocks FROM message_numbers p CROSS JOIN chats c ON c.n = p.chat_n
     CROSS JOIN messages m ON m.chat_id = c.id AND m.sequence = p.sequence WHERE p.n <= ? ORDER BY p.n DESC LIMIT ${inSlice}`,
    from,
  ) as unknown as (readonly [number, string, string])[];
  let characters = 0;
  const slice = rows.filter(([, text], at) => (characters += text.length) <= charactersInSlice || at === 0);
  for (const [n, , blocks] of slice)
    sql.run("UPDATE message_numbers SET carries = ? WHERE n = ?", carriesWords(JSON.parse(blocks) as Block[]), n);
  const said = slice.filter(([, text]) => text !== erasedText);
  messageSearch.insertAll(
    sql,
    said.map(([n, text]) => ({ n, text })),
  );
  const last = slice.at(-1)?.[0];
  return last === undefined ? null : last - 1;
}
