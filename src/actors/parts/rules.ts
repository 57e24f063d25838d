/** The rules of a workspace as the actors see them: operations, the table of due work, turns, maintenance. */
import type { WorkspaceOperationId } from "../../schema/operations/index.ts";
import type { Scope } from "../../schema/scopes.ts";
import type { Context, DueContext } from "../../workspace/protocol/context.ts";
import type { Sql } from "../../workspace/protocol/sql.ts";
import type { Decided } from "../../workspace/runs/put-again.ts";
import type { Lane } from "../../workspace/work/queue.ts";
import type { PieceParts } from "./work-context.ts";

/** The table of due work, as the worker needs it. */
export interface WorkTable<Work> {
  /** When the earliest piece of each lane that nobody has taken is due (milliseconds since 1970); null when there is none. */
  nextDue(sql: Sql): Readonly<Record<Lane, number | null>>;
  /** The kinds of a lane. */
  kindsOf(lane: Lane): readonly string[];
  readonly kindOf: (work: Work) => string;
  /** The kinds of a lane with a due piece that nobody has taken. */
  dueKinds(sql: Sql, lane: Lane, now: number): readonly string[];
  /** Marks up to `limit` due pieces of these kinds as taken, taking turns among the kinds; counts the attempt. */
  takeDue(sql: Sql, kinds: readonly string[], now: number, limit: number): readonly Work[];
  /** Up to `limit` pieces of the lane of rules that are due. */
  dueRules(sql: Sql, now: number, limit: number): readonly Work[];
  /** Postpones a piece of that lane, counting the attempt. */
  postpone(moment: Pick<Context, "sql" | "now">, work: Work, dueAt: number): void;
  /** True while a piece is marked as taken. */
  hasTaken(sql: Sql): boolean;
  /** Releases what a process that has ended had taken: it is due again, at once or after a while. */
  releaseTaken(sql: Sql, now: number): void;
}

/** Reconciling a file with a clock that was set back, and with newer time-zone rules. */
export interface Maintenance {
  /** False when the file was written by a clock that ran ahead of now, or planned with another version of the time-zone data. */
  isInOrder(sql: Sql, now: number, zoneData: string): boolean;
  /** Makes due what such a clock scheduled, so that it is looked at now, and plans again what other time-zone rules planned. */
  reconcile(context: Pick<Context, "sql" | "now" | "newId">, zoneData: string): void;
  /** True while something that is due waits for minutes. */
  waitsForMinutes(sql: Sql): boolean;
  /** Makes it due now. */
  startForMinutes(context: Pick<Context, "sql" | "now">): void;
  /** The latest moment at which work was put or planned (milliseconds since 1970); 0 when nothing is. */
  lastPut(sql: Sql): number;
}

/** What the rules know about waiting for a turn. */
export interface TurnRules {
  /** The turn that the answer of an operation stands for; null when it started none. */
  turnOf(sql: Sql, body: unknown): string | null;
  /** Those of the turns that ended, or wait for a person's decision. */
  ended(sql: Sql, turnIds: readonly string[]): readonly string[];
  /** The answer in its current state, instead of the one at the commit. */
  answerAfterWait(sql: Sql, base: unknown, turnId: string): unknown;
  /** The answer as it may be stored for replays: without what was erased since it was read. */
  answerAsStored(sql: Sql, answer: unknown): unknown;
  /** The answer, recorded whole, as somebody with these scopes may see it. */
  seenAnswer(answer: unknown, scopes: readonly Scope[]): unknown;
}

/** Approvals whose record has changed since they were shown. */
export interface ApprovalRules {
  /** True when one of the decisions would approve such a one. */
  areStale(reading: Pick<Context, "sql" | "now">, decisions: readonly Decided[]): boolean;
  /** Cancels them, and asks again. */
  putAgain(context: Pick<Context, "sql" | "now" | "newId">, decisions: readonly Decided[]): void;
}

export interface Rules<Work> {
  /** Runs the rule of an operation. */
  readonly execute: (context: Context, operation: WorkspaceOperationId, input: unknown) => unknown;
  readonly turns: TurnRules;
  readonly table: WorkTable<Work>;
  readonly approvals: ApprovalRules;
  readonly maintenance: Maintenance;
  /** Carries out a piece of the lane of rules and takes it out of the table, in one write. */
  readonly carryOut: (context: DueContext, work: Work) => void;
  /** True for a piece of that lane that may end a recording: what was sent of it is to be written before. */
  readonly endsRecordings: (work: Work) => boolean;
  /**
   * Carries out a piece of work and takes it out of the table, or puts it back for later; answers the turn that may have ended
   * with it. Aborted when the service stops: it then ends at the last recorded step and leaves the piece taken. Whatever goes
   * wrong otherwise, it puts the piece back or ends it as failed itself.
   */
  readonly perform: (work: Work, context: PieceParts, signal: AbortSignal) => Promise<string | null>;
}
