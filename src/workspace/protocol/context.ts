/** What a rule is given: the file, the moment, fresh ids, who asks. Nothing else reaches the rules from outside. */
import type { Caller } from "../../schema/caller.ts";
import { ApiError } from "../../schema/errors.ts";
import type { InputOf, OutputOf, WorkspaceOperationId } from "../../schema/operations/index.ts";
import type { Sql } from "./sql.ts";

export interface Context {
  readonly sql: Sql;
  /** Milliseconds since 1970 (UTC); one value for the whole command. */
  readonly now: number;
  /** A fresh, time-ordered UUID. */
  readonly newId: () => string;
  readonly caller: Caller;
  /** Seconds of the organization's budget that are left; null when it has none, and where the operation does not ask for it. */
  readonly secondsLeft: number | null;
  /** Content of captures that the texts of the call carry, where no agent writes them; none when left out. */
  readonly carries?: readonly string[] | null;
  /** For a read that passes very many rows; left out where it has to pass all of them at once. */
  readonly scan?: Scan;
  /** The turn whose tool call this is; null when a person or a program calls. */
  readonly acting: {
    readonly turnId: string;
    readonly chatId: string;
    readonly agentId: string;
    readonly depth: number;
    /** Which call it is, for the journal. */
    readonly call?: {
      /** The run that the turn is; null when it is none. */
      readonly runId: string | null;
      /** The id of the call, as messages show it. */
      readonly callKey: string;
      /** The approval that let it through; null when none was asked for. */
      readonly approvalId: string | null;
    };
    /** Content of captures that the call itself carries (captures/boundary.ts). */
    readonly carried: readonly string[] | null;
    /** A person decided on the exact input of the call. */
    readonly isApproved: boolean;
    /** Called by what answers with content of captures: which ones, as far as they are known. */
    readonly shows: (captureIds: readonly string[]) => void;
  } | null;
}

/** A read that passes very many rows in slices: the rule is called until it is done, with what else there is to do in between. */
export interface Scan {
  /** How many rows a slice passes. */
  readonly rows: number;
  /** Where the rule goes on; null at first, and when it is done. What it answers until then is dropped. */
  reached: unknown;
}

/** What a rule that comes due by itself is given; on whose behalf it acts, it knows itself. */
export type DueContext = Omit<Context, "caller" | "acting">;

/** The rule of one operation: synchronous, inside the transaction of its command (or a snapshot, for a read). */
export type Handler<Id extends WorkspaceOperationId> = (context: Context, input: InputOf<Id>) => OutputOf<Id>;

/** Throws 402 when the budget is spent. Called by whatever starts agent work, before it writes anything. */
export function requireMinutes(context: Context): void {
  if (context.secondsLeft === null || context.secondsLeft > 0) return;
  throw new ApiError(
    "insufficient_minutes",
    "The organization has used its minutes for this month: agents start again next month or when the budget grows. Reading and writing keep working.",
  );
}
