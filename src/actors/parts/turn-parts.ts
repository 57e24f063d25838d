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
  return { sql, now: clock.now(), newId: () => ids.uuid() };
}
