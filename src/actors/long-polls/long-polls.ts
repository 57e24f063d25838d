/**
 * Requests with `waitSeconds` after their commits: they wait outside the mailbox for their turns and are then answered with things
 * as they stand. A retry with the same key joins the wait; the wait of a request with a key outlives its client, so that the
 * retry still finds it.
 */
import { ApiError } from "../../schema/errors.ts";
import type { Waiters, Waiter } from "./waiters.ts";
import type { Clock } from "../runtime/ports.ts";
import type { Caller } from "../../schema/caller.ts";
import type { Operation } from "../../schema/operation.ts";
import type { PendingPoll } from "../../workspace/protocol/idempotency.ts";

interface LongPollParts {
  readonly waiters: Waiters;
  readonly clock: Clock;
  /** The turn may have ended before anyone waited for it. */
  readonly hasEnded: (turnId: string) => boolean;
  /** Checks the credential again and reads the answer as things stand. */
  readonly answer: (call: WaitingCall) => Promise<unknown>;
  /** Records the answer for replays. */
  readonly finish: (call: WaitingCall, key: string, body: unknown) => Promise<void>;
}

interface LongPolls {
  /**
   * Resolves with the body to answer once the turn ended, the time was up or the service stops; with the base when the client has
   * gone. Rejects with 401 or 403 when the credential may no longer see the answer, with 504 when it cannot be read.
   */
  wait(call: WaitingCall, client: AbortSignal | undefined): Promise<unknown>;
  /** True while a call waits, or its answer is made. */
  readonly isBusy: boolean;
  /** Resolves when none does. */
  idle(): Promise<void>;
}

export function createLongPolls(parts: LongPollParts): LongPolls {
  const { waiters, clock, hasEnded } = parts;
  const shared = new Map<string, Wait>();
  const open = new Set<Wait>();
  let idleListeners: (() => void)[] = [];

  const onConcluded = (wait: Wait): void => {
    if (wait.joinKey !== null) shared.delete(wait.joinKey);
    open.delete(wait);
    if (open.size > 0) return;
    for (const notify of idleListeners) notify();
    idleListeners = [];
  };

  const begin = (call: WaitingCall, joinKey: string | null): Wait => {
    // The clock may have been set back since a request that is replayed was recorded.
    const until = clock.monotonic() + Math.min(call.pending.until - clock.now(), call.longest);
    const wait = new Wait({
      turnId: call.pending.turnId,
      until,
      joinKey,
      conclude: () => concluded(parts, call),
      onConcluded,
    });
    open.add(wait);
    if (joinKey !== null) shared.set(joinKey, wait);
    waiters.add(wait);
    if (hasEnded(wait.turnId)) waiters.turnEnded(wait.turnId);
    return wait;
  };

  /** Nobody but this client waits any more, unless there is a key by which somebody may join again. */
  const leave = (wait: Wait): void => {
    if (wait.joinKey !== null || !open.has(wait)) return;
    waiters.remove(wait);
    onConcluded(wait);
  };

  return {
    async wait(call, client) {
      const joinKey = call.key === null ? null : `${call.caller.credentialId} ${call.key}`;
      const earlier = joinKey === null ? undefined : shared.get(joinKey);
      const wait = earlier ?? begin(call, joinKey);
      if (client === undefined) return wait.answer;
      return untilAborted(wait.answer, client, () => {
        leave(wait);
        return call.base;
      });
    },
    get isBusy() {
      return open.size > 0;
    },
    async idle() {
      if (open.size > 0) await new Promise<void>((resolve) => idleListeners.push(resolve));
    },
  };
}

/** The promise's outcome, or what `onAbort` returns when the signal is aborted first. */
function untilAborted(promise: Promise<unknown>, signal: AbortSignal, onAbort: () => unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve(onAbort());
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

async function concluded({ answer, finish }: LongPollParts, call: WaitingCall): Promise<unknown> {
  try {
    const body = await answer(call);
    // The effect is committed and the answer known: a record that cannot be brought up to date must not turn it into a failure.
    if (call.key !== null) await finish(call, call.key, body).catch(() => undefined);
    return body;
  } catch (error) {
    throw error instanceof ApiError ? error : unreadable();
  }
}

function unreadable(): ApiError {
  return new ApiError(
    "upstream_timeout",
    "The wait is over and the state could not be read. The work continues: poll the chat and its messages.",
    { retryAfter: 1 },
  );
}

/** What is remembered of a call while it waits. */
export interface WaitingCall {
  readonly record: Operation;
  readonly caller: Caller;
  /** Its Idempotency-Key. */
  readonly key: string | null;
  /** The answer as of the commit. */
  readonly base: unknown;
  readonly pending: PendingPoll;
  /** Milliseconds for which its client wants to wait. */
  readonly longest: number;
}

interface WaitParts {
  readonly turnId: string;
  /** The moment of the monotonic clock (milliseconds) until which it waits. */
  readonly until: number;
  /** By which a retry joins it; null when none can. */
  readonly joinKey: string | null;
  /** Makes the answer once the wait is over. */
  readonly conclude: () => Promise<unknown>;
  /** Called once the answer has been made, before it is given. */
  readonly onConcluded: (wait: Wait) => void;
}

class Wait implements Waiter {
  readonly turnId: string;
  readonly until: number;
  readonly joinKey: string | null;
  /** Settles with the answer when the wait is over. */
  readonly answer: Promise<unknown>;
  readonly end: () => void;

  constructor({ turnId, until, joinKey, conclude, onConcluded }: WaitParts) {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.turnId = turnId;
    this.until = until;
    this.joinKey = joinKey;
    this.answer = promise;
    this.end = () => resolve(conclude().finally(() => onConcluded(this)));
    promise.catch(() => undefined); // nobody may be left to hear of it
  }
}
export interface LongPollLimits {
  /** Takes a slot if there is one; each true is owed one `leave`. */
  enter(credentialId: string): boolean;
  leave(credentialId: string): void;
}

/** The limits of a process; a request beyond them is answered at once, with the current state. */
export function createLongPollLimits({ perCredential = 20, perProcess = 1000 } = {}): LongPollLimits {
  const pending = new Map<string, number>();
  let total = 0;
  return {
    enter(credentialId) {
      const own = pending.get(credentialId) ?? 0;
      if (own >= perCredential || total >= perProcess) return false;
      pending.set(credentialId, own + 1);
      total += 1;
      return true;
    },
    leave(credentialId) {
      const own = pending.get(credentialId) ?? 0;
      if (own <= 1) pending.delete(credentialId);
      else pending.set(credentialId, own - 1);
      total -= 1;
    },
  };
}
