/**
 * What a model is shown of a long conversation. It grows turn by turn, so that each request begins like the one before and a provider can
 * reuse that; when it is long it is cut at once by a large stride. Where follows from the sizes of the messages alone, read
 * from the beginning: nothing is stored, and every request of a chat comes to the same place.
 */
import type { Message } from "../../schema/chat.ts";
import type { Sql } from "../protocol/sql.ts";
import { messagesFrom, personsBefore } from "./messages.ts";

/** Bytes of the turns before the current one with which they are cut. */
const longest = 6000;
/** Bytes of those that stay then, shortened: the last one in any case. */
const afterStride = 2000;
/** About as many bytes of a message stay when it is shortened. */
const shortMessage = 1000;
/** What the person said of old, in the summary of what is left out. */
const maxSaid = 20;
/** Messages that are looked at; a conversation with more begins at a multiple of half of them. */
const maxLookedAt = 10_000;

export interface Stride {
  /** Sequence of the first message that is shown. */
  readonly from: number;
  /** Messages before this sequence are shown in short. */
  readonly shortBefore: number;
}

/** A conversation as it is shown, with the messages of persons from the part that is left out: the first one, and the last ones. */
export interface Shown extends Pick<Stride, "shortBefore"> {
  readonly messages: readonly Message[];
  readonly leftOut: { readonly count: number; readonly said: readonly Message[] } | null;
}

/** The conversation of a chat, whose current turn is shown whole. */
export function shownOf(sql: Sql, chatId: string, turnId: string): Shown {
  const { from, shortBefore } = strideOf(sizesBefore(sql, chatId, turnId));
  const messages = messagesFrom(sql, chatId, from);
  const said = from === 1 ? [] : personsBefore(sql, chatId, from, maxSaid);
  return { messages, shortBefore, leftOut: from === 1 ? null : { count: from - 1, said } };
}

export type Size = readonly [sequence: number, isFromPerson: number, bytes: number];

/** Where to cut the messages of these sizes, those of the turns before the current one in their order. */
export function strideOf(sizes: readonly Size[]): Stride {
  let kept: Turn[] = [];
  let length = 0;
  let stride: Stride = { from: sizes[0]?.[0] ?? 1, shortBefore: 0 };
  for (const turn of turnsOf(sizes)) {
    kept.push(turn);
    length += turn.whole;
    if (length <= longest) continue;
    kept = kept.slice(firstKept(kept));
    length = kept.reduce((sum, { short }) => sum + short, 0);
    stride = { from: kept[0]?.first ?? turn.first, shortBefore: turn.last + 1 };
  }
  return stride;
}

interface Turn {
  readonly first: number;
  readonly last: number;
  readonly whole: number;
  readonly short: number;
}

function turnsOf(sizes: readonly Size[]): Turn[] {
  const turns: Turn[] = [];
  for (const [sequence, isFromPerson, bytes] of sizes) {
    const before = isFromPerson === 1 ? undefined : turns.pop();
    turns.push({
      first: before?.first ?? sequence,
      last: sequence,
      whole: (before?.whole ?? 0) + bytes,
      short: (before?.short ?? 0) + Math.min(bytes, shortMessage),
    });
  }
  return turns;
}

/** The index of the first of the last turns that fit, shortened. */
function firstKept(turns: readonly Turn[]): number {
  let left = afterStride;
  let index = turns.length - 1;
  left -= turns[index]?.short ?? 0;
  while (index > 0 && left >= (turns[index - 1]?.short ?? 0)) {
    index -= 1;
    left -= turns[index]?.short ?? 0;
  }
  return index;
}

/** What stands before the first message of the current turn. */
function sizesBefore(sql: Sql, chatId: string, turnId: string): Size[] {
  const [first] = sql.get(
    "SELECT min(sequence) FROM messages WHERE chat_id = ? AND turn_id = ?",
    chatId,
    turnId,
  ) as readonly [number | null];
  const end = first ?? 0;
  const half = maxLookedAt / 2;
  const from = end <= maxLookedAt ? 1 : Math.floor((end - half) / half) * half;
  return sql.all(
    `SELECT sequence, role = 'user', CASE WHEN role = 'user' THEN octet_length(text) ELSE octet_length(blocks) END
     FROM messages WHERE chat_id = ? AND sequence >= ? AND sequence < ? ORDER BY sequence`,
    chatId,
    from,
    end,
  ) as unknown as Size[];
}
