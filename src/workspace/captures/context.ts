/** The captures that a chat was begun with, as data for its agent. Read again at each step: an erased one is gone from there too. */
import { renderTranscript } from "../segments/transcript.ts";
import type { Sql } from "../protocol/sql.ts";
import { captureTexts } from "./queries.ts";
import { captureColumns, toCaptureRow } from "./row.ts";

export interface CaptureContext {
  readonly id: string;
  /** JSON of the capture; long texts are cut. */
  readonly content: string;
}

/** Characters of all captures together: some 15,000 tokens, so that a conversation fits next to them. */
const maxCharacters = 60_000;

/** The captures of a chat in the order in which they were made; none for most chats. */
export function contextOfChat(sql: Sql, chatId: string): CaptureContext[] {
  const captures = sql
    .all(
      `SELECT ${captureColumns} FROM chat_captures x JOIN captures c ON c.id = x.capture_id
       WHERE x.chat_id = ? AND x.is_context = 1 ORDER BY c.n`,
      chatId,
    )
    .map(toCaptureRow);
  const limit = Math.floor(maxCharacters / Math.max(1, captures.length));
  return captures.map(({ n, id, type, title, subtitle, summary, tags }) => {
    const { content, notes } = captureTexts(sql, n);
    const texts = { content, notes, transcript: renderTranscript(sql, id) };
    const given = Object.values(texts).filter((text) => text !== null).length;
    const cut = (text: string | null) => shorten(text, Math.floor(limit / Math.max(1, given)));
    const long = { content: cut(content), notes: cut(notes), transcript: cut(texts.transcript) };
    return {
      id,
      content: JSON.stringify({ object: "capture", id, type, title, subtitle, summary, tags, ...long }),
    };
  });
}

function shorten(text: string | null, limit: number): string | null {
  if (text === null || text.length <= limit) return text;
  return `${text.slice(0, limit).toWellFormed()}… [cut: ${text.length} characters]`;
}
