/** One wait for a turn, which the request that began it and its retries share. */
import type { Caller } from "../../schema/caller.ts";
import type { Operation } from "../../schema/operation.ts";
import type { PendingPoll } from "../../workspace/protocol/idempotency.ts";
import type { Waiter } from "./waiters.ts";

/** What is remembered of a call while it waits. */
export interface WaitingCall {
  readonly record: Operation;
  readonly caller: Caller;
  /** Its Idempotency-Key. */
  readonly key: string | null;
  /** The answer as of the commit. */
  readonly base: unknown;
  readonly pending: PendingPoll;
}

export interface WaitParts {
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

export class Wait implements Waiter {
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
