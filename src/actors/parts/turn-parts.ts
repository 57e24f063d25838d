/** What the worker of a turn is given. */
import type { Context } from "../../workspace/protocol/context.ts";
import type { Moment } from "../../workspace/chats/messages.ts";
import type { Sql } from "../../workspace/protocol/sql.ts";
import type { PieceParts } from "./work-context.ts";
import type { Rules } from "./rules.ts";

export interface TurnParts extends Pick<
  PieceParts,
  | "workspaceId"
  | "mailbox"
  | "model"
  | "clock"
  | "ids"
  | "minutes"
  | "mailer"
  | "outside"
  | "access"
  | "report"
  | "log"
  | "blobs"
  | "transcriber"
  | "recordings"
  | "words"
  | "away"
  | "budget"
  | "generationPerDay"
> {
  /** Runs the rule of an operation. */
  readonly execute: Rules<never>["execute"];
}

/** The moment of a write. */
export function momentOf({ clock, ids }: TurnParts, sql: Sql): Moment & Pick<Context, "now"> {
  return { sql, now: clock.now(), newId: ids.uuid };
}

/** The promise, or a rejection with the signal's reason as soon as it is aborted, whether or not the work heeds the signal. */
export async function abortable<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work(signal), promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
