/** One wait for a turn, and the requests that are answered when it ends. Classes for their prototypes: there are many at a time. */
import type { Caller } from "../../schema/caller.ts";
import { ApiError } from "../../schema/errors.ts";
import type { Operation } from "../../schema/operation.ts";
import type { Held } from "../../workspace/idempotency.ts";
import type { Clock } from "../ports.ts";
import type { Hold } from "./hold.ts";
import type { Waiter, Waiters } from "./waiters.ts";

/** What is kept of a call while it is held. */
export interface HeldCall {
  readonly record: Operation;
  readonly caller: Caller;
  /** Its Idempotency-Key. */
  readonly key: string | null;
  /** The answer as of the commit. */
  readonly base: unknown;
  readonly held: Held;
}

export interface WaitParts {
  readonly waiters: Waiters;
  readonly clock: Clock;
  /** Checks the credential again and reads the answer as things stand. */
  readonly answer: (call: HeldCall) => Promise<unknown>;
  /** Records the answer for replays. */
  readonly finish: (call: HeldCall, key: string, body: unknown) => Promise<void>;
  /** The answer as this caller may see it. */
  readonly seen: (call: HeldCall, body: unknown) => unknown;
  /** Hears of each call that is held no longer. */
  readonly onEnd: (call: HeldCall) => void;
}

export class Wait implements Waiter {
  readonly joinKey: string | null;
  readonly until: number;
  readonly #parts: WaitParts;
  readonly #call: HeldCall;
  readonly #onConcluded: (wait: Wait) => void;
  #requests: readonly HeldRequest[] = [];

  constructor(parts: WaitParts, call: HeldCall, joinKey: string | null, onConcluded: (wait: Wait) => void) {
    const { clock } = parts;
    this.joinKey = joinKey;
    this.until = clock.monotonic() + call.held.until - clock.now();
    this.#parts = parts;
    this.#call = call;
    this.#onConcluded = onConcluded;
  }

  get turnId(): string {
    return this.#call.held.turnId;
  }

  join(call: HeldCall): Hold {
    const request = new HeldRequest(this.#parts, call, this);
    this.#requests = [...this.#requests, request]; // nearly always one: pushing would make room for seventeen
    return request;
  }

  /** Nobody but this one waits any more, unless there is a key by which somebody may join again. */
  leave(): void {
    if (this.joinKey !== null) return;
    this.#parts.waiters.remove(this);
    this.#onConcluded(this);
  }

  end(): void {
    void this.#conclude();
  }

  async #conclude(): Promise<void> {
    const outcome = await this.#outcome();
    this.#onConcluded(this);
    for (const request of this.#requests) request.end(outcome);
  }

  async #outcome(): Promise<() => unknown> {
    const { answer, finish } = this.#parts;
    const { key } = this.#call;
    try {
      const body = await answer(this.#call);
      // The effect is committed and the answer known: a record that can not be brought up to date must not turn it into a failure.
      if (key !== null) await finish(this.#call, key, body).catch(() => undefined);
      return () => body;
    } catch (error) {
      const refusal = error instanceof ApiError ? error : unreadable();
      return () => {
        throw refusal;
      };
    }
  }
}

/** One of the requests that are answered when a wait ends. */
class HeldRequest implements Hold {
  readonly #parts: WaitParts;
  readonly #call: HeldCall;
  readonly #wait: Wait;
  #done: ((body: () => unknown) => void) | null = null;
  #outcome: (() => unknown) | null = null;

  constructor(parts: WaitParts, call: HeldCall, wait: Wait) {
    this.#parts = parts;
    this.#call = call;
    this.#wait = wait;
  }

  wait(done: (body: () => unknown) => void): void {
    if (this.#outcome === null) this.#done = done;
    else done(this.#outcome);
  }

  leave(): void {
    if (this.#outcome !== null) return;
    this.#wait.leave();
    this.end(() => this.#call.base);
  }

  end(outcome: () => unknown): void {
    if (this.#outcome !== null) return;
    const { onEnd, seen } = this.#parts;
    this.#outcome = () => seen(this.#call, outcome());
    onEnd(this.#call);
    this.#done?.(this.#outcome);
  }
}

function unreadable(): ApiError {
  return new ApiError(
    "upstream_timeout",
    "The wait is over and the state could not be read. The work goes on: poll the chat and its messages.",
    { headers: { "Retry-After": "1" } },
  );
}
