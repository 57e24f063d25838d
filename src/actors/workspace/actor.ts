/** One workspace as seen from outside: reads from what is committed, writes through the mailbox with their idempotency record. */
import type { Caller } from "../../schema/caller.ts";
import type { Operation } from "../../schema/operation.ts";
import { operationById, type WorkspaceOperationId } from "../../schema/operations/index.ts";
import type { Context, Scan } from "../../workspace/protocol/context.ts";
import { type Committed, type Effect, replayOrRun } from "../../workspace/protocol/idempotency.ts";
import type { Sql } from "../../workspace/protocol/sql.ts";
import type { Mailbox } from "../mailbox/mailbox.ts";
import type { Rules } from "../parts/rules.ts";
import type { Clock, Ids, Minutes, Pacing } from "../runtime/ports.ts";

export interface Call {
  readonly operation: WorkspaceOperationId;
  readonly caller: Caller;
  /** Validated against the operation: `path`, `query` and `body`. */
  readonly input: unknown;
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null;
  /** Its signal is aborted when the client has gone: that ends a wait, and the way to an owner that was not reached yet. */
  readonly client?: { readonly signal: AbortSignal };
  /** The bytes that came with it; only given for an operation that takes some. */
  readonly file?: Uint8Array;
}

export interface Answer {
  /** The body of the success response. */
  readonly body: unknown;
  /** The body as JSON text, when it exists already. */
  readonly json?: string;
  /** True when it is the recorded answer of an earlier request with the same key. */
  readonly replayed: boolean;
  /** The state of the workspace that the body was read from; absent when the body depends on more than state, input and caller (the time, say). */
  readonly asOf?: object;
}

export interface Actor {
  /** The answer of the operation, at the end of its wait. Rejects with ApiError. */
  readonly call: (call: Call) => Promise<Answer>;
  /** True while a call is unanswered, or a wait continues for a retry. */
  readonly isBusy: boolean;
  /** Resolves when nothing is. */
  idle(): Promise<void>;
}

/** How the actor waits for turns; made by `long-poll-calls.ts`. */
export interface Polling {
  /** Commits a call of an operation that waits, and answers it after the wait. */
  call(record: Operation, call: Call, commit: Commit): Promise<Answer>;
  /** True while a wait continues. */
  readonly isBusy: boolean;
  /** Resolves when none is. */
  idle(): Promise<void>;
}

/** Runs the call and stores its idempotency record in one transaction; `finish` turns the handler's body into what is stored. */
type Commit = (finish: (context: Context, body: unknown) => Effect) => Promise<Committed>;

export interface ActorParts {
  readonly workspaceId: string;
  readonly mailbox: Pick<Mailbox, "read" | "write" | "state">;
  readonly execute: Rules<never>["execute"];
  readonly clock: Clock;
  readonly ids: Ids;
  readonly minutes: Minutes;
  readonly polling: Polling;
  /** Sets the alarm that has this workspace recovered after a crash, before anything is written; null when it is set already. */
  readonly watch: () => Promise<void> | null;
  /** By operation, what must be done before its transaction; null when nothing is. */
  readonly prepare: { readonly [Id in WorkspaceOperationId]?: (input: unknown, call: Call) => Promise<void> | null };
  /** Resolves when the next slice of a long read may run. */
  readonly yieldToLoop: () => Promise<void>;
  readonly pacing: Pacing;
  /** Called when a write that starts an agent is in the mailbox. */
  readonly expectWork: () => void;
}

/** Rows that a long read passes at once: some 8 ms. */
const rowsInSlice = 5000;

export function createActor({
  workspaceId,
  mailbox,
  execute,
  clock,
  ids,
  minutes,
  polling,
  watch,
  prepare,
  yieldToLoop,
  pacing,
  expectWork,
}: ActorParts): Actor {
  const calls = createCalls();
  const contextOf = (sql: Sql, caller: Caller, secondsLeft: number | null): Context => ({
    sql,
    now: clock.now(),
    newId: ids.uuid,
    caller,
    secondsLeft,
    acting: null,
  });

  /** The answer depends on the committed state alone, unless the handler asked for the time. */
  const readSlice = ({ operation, caller, input }: Call, scan: Scan): Answer => {
    const state = mailbox.state();
    const begun = clock.monotonic();
    try {
      return mailbox.read((sql) => {
        const context = new ReadContext(sql, caller, { newId: ids.uuid, clock: clock.now, scan });
        const body = execute(context, operation, input);
        return context.asksTime ? { body, replayed: false } : { body, replayed: false, asOf: state };
      });
    } finally {
      pacing.note(caller.credentialId, clock.monotonic() - begun);
    }
  };

  /** Notes who asks. */
  const meet = ({ credentialId }: Caller): void => {
    const { presence } = pacing;
    if (presence.credentialId === credentialId) return;
    presence.credentialId = credentialId;
    presence.changedAt = clock.monotonic();
  };

  const read = (call: Call): Promise<Answer> => {
    const turn = pacing.turn(call.caller.credentialId);
    return turn === null ? readNow(call) : calls.track(turn.then(() => readNow(call)));
  };

  const readNow = async (call: Call): Promise<Answer> => {
    const scan: Scan = { rows: rowsInSlice, reached: null };
    const answer = readSlice(call, scan);
    return scan.reached === null ? answer : calls.track(readOn(call, scan));
  };

  /** The rest of a read in slices; where something was committed in between, what it answers follows from no one state. */
  const readOn = async (call: Call, scan: Scan): Promise<Answer> => {
    const state = mailbox.state();
    for (;;) {
      await yieldToLoop();
      const answer = readSlice(call, scan);
      if (scan.reached === null) return answer.asOf === state ? answer : { body: answer.body, replayed: false };
    }
  };

  const readWithMinutes = async ({ operation, caller, input }: Call): Promise<Answer> => {
    const secondsLeft = await minutes.secondsLeft(workspaceId);
    const body = mailbox.read((sql) => execute(contextOf(sql, caller, secondsLeft), operation, input));
    return { body, replayed: false };
  };

  const commit = async (record: Operation, call: Call, finish: Parameters<Commit>[0]): Promise<Committed> => {
    const secondsLeft = record.startsAgentWork ? await minutes.secondsLeft(workspaceId) : null;
    const { operation, input, caller, idempotency } = call;
    const preparing = prepare[operation]?.(input, call) ?? null;
    if (preparing !== null) await preparing;
    const watching = watch();
    if (watching !== null) await watching;
    const committed = mailbox.write(
      (sql) => {
        const context = contextOf(sql, caller, secondsLeft);
        const request = idempotency && { ...idempotency, credentialId: caller.credentialId };
        const effect = (): Effect => finish(context, execute(context, operation, input));
        return request === null ? { ...effect(), replayed: false } : replayOrRun(sql, context.now, request, effect);
      },
      { isLarge: (input as Erasing).query?.permanent === true },
    );
    if (record.waits) expectWork();
    return await committed;
  };

  const write = async (record: Operation, call: Call): Promise<Answer> => {
    if (record.waits) return polling.call(record, call, (finish) => commit(record, call, finish));
    const { body, replayed, json } = await commit(record, call, atOnce);
    return json === undefined ? { body, replayed } : { body, replayed, json };
  };

  return {
    call(call) {
      const record = operationById(call.operation);
      meet(call.caller);
      if (record.method !== "GET") return calls.track(write(record, call));
      return record.weighsMinutes ? calls.track(readWithMinutes(call)) : read(call);
    },
    get isBusy() {
      return calls.isBusy || polling.isBusy;
    },
    async idle() {
      await calls.idle();
      await polling.idle();
    },
  };
}

/** What is erased may be a chat of any length, and is overwritten. */
interface Erasing {
  readonly query?: { readonly permanent?: boolean };
}

/** Counts calls that have not been answered. */
function createCalls() {
  let pending = 0;
  const waiting: (() => void)[] = [];
  const isBusy = (): boolean => pending > 0;
  return {
    get isBusy() {
      return isBusy();
    },
    /** Resolves when none is pending. */
    async idle(): Promise<void> {
      while (isBusy()) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    async track(answer: Promise<Answer>): Promise<Answer> {
      pending += 1;
      try {
        return await answer;
      } finally {
        pending -= 1;
        if (pending === 0) for (const notify of waiting.splice(0)) notify();
      }
    },
  };
}

/** What is answered without waiting. */
function atOnce(_context: Context, body: unknown): Effect {
  return { body, pending: null };
}

interface Asked {
  readonly newId: () => string;
  readonly clock: () => number;
  readonly scan: Scan;
}

/** The context of one read; it notes whether the time was asked for. */
class ReadContext implements Context {
  readonly sql: Sql;
  declare readonly now: number;
  readonly newId: () => string;
  readonly caller: Caller;
  readonly scan: Scan;
  readonly secondsLeft = null;
  readonly acting = null;
  /** The answer depends on the time, too. */
  asksTime = false;
  readonly #clock: () => number;

  constructor(sql: Sql, caller: Caller, { newId, clock, scan }: Asked) {
    this.sql = sql;
    this.newId = newId;
    this.caller = caller;
    this.scan = scan;
    this.#clock = clock;
    Object.defineProperty(this, "now", ReadContext.#time);
  }

  /** Defined on the object itself, so that copying the context counts as asking. One getter is shared: one for each object takes five times as long. */
  static readonly #time: PropertyDescriptor & ThisType<ReadContext> = {
    enumerable: true,
    get() {
      this.asksTime = true;
      return this.#clock();
    },
  };
}
