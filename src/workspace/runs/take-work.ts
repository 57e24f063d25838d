/** Taking work out of the queue: a turn that is taken runs from then on, with its chat and its occurrence. */
import { moveChat } from "../chats/queries.ts";
import { setRunning, stopClocks } from "../chats/turn-rows.ts";
import type { Sql } from "../protocol/sql.ts";
import { setBegun } from "../series/occurrence-changes.ts";
import { showBegun } from "../series/show.ts";
import { duePieces, type Work } from "../work/queue.ts";

/**
 * Marks up to `limit` due pieces of these kinds as taken and answers them: one of each kind in this order, again and again, of a kind the
 * longest due first. A turn that may run is running from now on.
 */
export function takeDue(sql: Sql, kinds: readonly string[], now: number, limit: number): Work[] {
  const due = inTurn(
    kinds.map((kind) => duePieces(sql, kind, now, limit)),
    limit,
  );
  for (const { id, kind, subjectId } of due) {
    sql.run("UPDATE work SET is_taken = 1, attempts = attempts + 1 WHERE n = ?", id);
    if (kind === "turn") begin(sql, subjectId, now);
  }
  return due;
}

/** The first of each, then the second of each, and so on. */
function inTurn<T>(queues: readonly (readonly T[])[], limit: number): T[] {
  const rounds = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => queues.flatMap((queue) => queue.slice(round, round + 1)))
    .flat()
    .slice(0, limit);
}

/** One that waits for a decision, or has ended, stays as it is. */
function begin(sql: Sql, turnId: string, now: number): void {
  const chatId = setRunning(sql, turnId, now);
  if (chatId === undefined) return;
  const todoId = moveChat(sql, chatId, "begin");
  if (todoId === null) return; // what a schedule starts belongs to its todo
  const seriesId = setBegun(sql, turnId, now);
  if (seriesId !== undefined) showBegun(sql, seriesId, now);
}

/** Releases what a process that has ended had taken: it is due again, and the time since then does not count as work. */
export function releaseTaken(sql: Sql): void {
  stopClocks(sql);
  sql.run("UPDATE work SET is_taken = 0 WHERE is_taken = 1");
}
