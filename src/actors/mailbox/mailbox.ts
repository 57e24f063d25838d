/**
 * The order of writes in one workspace, and the room for its longer jobs. Writes that wait together share one commit; a
 * write is answered only after that commit is durable. Two lanes: a job may await writes, a write awaits nothing.
 */
import PQueue from "p-queue";
import { ApiError } from "../../schema/errors.ts";
import type { JournalPorts } from "../../workspace/protocol/journal/journal.ts";
import type { Sql } from "../../workspace/protocol/sql.ts";
import type { Clock } from "../runtime/ports.ts";
import type { NotPromise } from "../store/statements.ts";
import type { Store } from "../store/store.ts";
import { commitGroup, type Pending, createJournaled, nextGroup } from "./group.ts";

/** More in one commit gains little (×13–20 at 256, ×10–18 at 64) and holds the event loop longer. */
const BATCH = 256;
/** Milliseconds after which a group takes no more: the rest waits for the next one, and what else the thread has to do comes first. */
const LONGEST = 10;

export interface WriteOptions {
  /** A write whose caller has gone before its turn is skipped; one that has begun is finished. */
  readonly signal?: AbortSignal | undefined;
  /** It may change very much, which is not to wait in memory for the commit. No other shares it, and no part of it can be undone. */
  readonly isLarge?: boolean;
}

export interface Mailbox {
  /**
   * Runs the function in the next group of writes and resolves after its commit is durable. It may run more than once, so it
   * acts through `sql` alone: when another write of its group fails halfway, all are undone and run again. Rejects with what
   * the function threw (its own changes are undone, those of others stay), with the signal's reason, with `rate_limit_exceeded` when the
   * queue is full, with `internal_error` and `Retry-After` when the storage takes no writes or the mailbox has stopped.
   */
  write<T>(fn: (sql: Sql) => T & NotPromise<T>, options?: WriteOptions): Promise<T>;
  /** Runs at once, against what is committed. */
  readonly read: Store["read"];
  /** Stands for what is committed now; another object after every commit. */
  readonly state: Store["state"];
  /** Runs a longer job when one of the slots is free; settles with it. */
  job(fn: () => Promise<void>): Promise<void>;
  /** How many writes wait. */
  readonly size: number;
  /** Calls the listener after each commit, once its callers are answered; the result takes it off. One that throws is reported. */
  onCommit(listener: () => void): () => void;
  /** Runs the action between two groups of writes, with no transaction open. */
  between(action: () => void): Promise<void>;
  /** Has the file given back after the writes taken so far, until the next read or write; unless some wait by then. */
  detach(): Promise<void>;
  /** Refuses new writes and jobs, drops waiting jobs, and resolves when the writes taken so far are committed. Running jobs are their owner's to end first. */
  stop(): Promise<void>;
}

export interface MailboxOptions {
  readonly store: Store;
  /** How many jobs run at the same time. */
  readonly jobs: number;
  /** How many writes may wait; above it they are refused rather than made to wait. */
  readonly maxQueue: number;
  /** Lets timers and sockets, and other workspaces, have their turn before a group begins. */
  readonly yield?: () => Promise<void>;
  /** Says for how long a group may take; without it a group takes as long as it takes. */
  readonly clock?: Pick<Clock, "monotonic">;
  /** For the journal of what writes change; without them none is written. */
  readonly journal?: JournalPorts;
  /** Reports a listener that threw; without it none may. */
  readonly report?: (what: string, error: unknown) => void;
}

export function createMailbox(options: MailboxOptions): Mailbox {
  const { store, maxQueue, clock } = options;
  const pause = options.yield ?? nextTurn;
  // No timeout and no signals: p-queue frees the slot while the task still runs, and two groups would overlap.
  const writes = new PQueue({ concurrency: 1 });
  const jobs = new PQueue({ concurrency: options.jobs });
  const group = { store, journaled: createJournaled(store, options.journal ?? null) };
  const listeners = new Set<() => void>();
  let pending: Pending[] = [];
  let scheduled = false;
  /** How many writes the last group had. */
  let answered = 0;
  let stopped = false;

  function schedule(): void {
    if (scheduled || pending.length === 0) return;
    scheduled = true;
    void writes.add(drain);
  }

  /** Those who were answered together may write again at once: after a turn for their sockets they share the group of those who wait. */
  async function drain(): Promise<void> {
    if (answered > 1) await nextTurn();
    await pause();
    const batch = nextGroup(pending, BATCH);
    pending = pending.slice(batch.length);
    scheduled = false;
    if (pending.length > 0) schedule();
    const { done, left, committed } = await commitGroup(group, batch.filter(isWanted), timer);
    pending.unshift(...left);
    if (pending.length > 0) schedule();
    answered = done.length;
    for (const { write, value } of done) write.resolve(value);
    if (!committed) return;
    for (const listener of listeners) {
      try {
        listener();
      } catch (error) {
        if (options.report === undefined) throw error;
        options.report("Something that follows a commit failed; the commit stands.", error); // and the others are called
      }
    }
  }

  /** Answers what is true once a group has taken long enough from now on. */
  function timer(): () => boolean {
    if (clock === undefined) return () => false;
    const until = clock.monotonic() + LONGEST;
    return () => clock.monotonic() >= until;
  }

  return {
    write<T>(fn: (sql: Sql) => T & NotPromise<T>, { signal, isLarge = false }: WriteOptions = {}): Promise<T> {
      if (stopped) return Promise.reject(stopping());
      if (pending.length >= maxQueue) return Promise.reject(queueFull(pending.length));
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      pending.push({ run: fn, signal, isLarge, resolve: resolve as Pending["resolve"], reject });
      schedule();
      return promise;
    },
    read: store.read,
    state: store.state,
    job: (fn) => (stopped ? Promise.reject(stopping()) : jobs.add(() => fn())),
    get size() {
      return pending.length;
    },
    onCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async between(action) {
      await writes.add(action);
    },
    async detach() {
      await writes.add(async () => {
        if (pending.length === 0) await store.detach();
      });
    },
    async stop() {
      stopped = true;
      jobs.clear();
      await writes.onIdle();
    },
  };
}

/** False when the caller has gone; it is notified. */
function isWanted(write: Pending): boolean {
  if (write.signal?.aborted !== true) return true;
  write.reject(write.signal.reason);
  return false;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function queueFull(length: number): ApiError {
  return new ApiError(
    "rate_limit_exceeded",
    `${length} changes of this workspace are waiting already. Try again in a second, with fewer at a time.`,
    { retryAfter: 1 },
  );
}

function stopping(): ApiError {
  return new ApiError(
    "internal_error",
    "The service is stopping and takes no more changes. Try again in a few seconds.",
    { retryAfter: 5 },
  );
}

/** Milliseconds of groups in one turn of the loop. One that has begun is not cut short by this. */
const slice = 4;

/**
 * Answers a function whose promise resolves when its caller may resume: in the order of asking, one after the other, each as soon
 * as the synchronous part of the one before has run; in a later turn of the event loop when the time of this one is used up.
 */
export function createYield(monotonic: () => number): () => Promise<void> {
  let waiting: (() => void)[] = [];
  let isRunning = false;

  const later = (): unknown => setImmediate(() => void run());
  const run = async (): Promise<void> => {
    const until = monotonic() + slice;
    const turn = waiting;
    waiting = [];
    let next = 0;
    do {
      turn[next++]?.();
      await Promise.resolve(); // what was resumed runs first, up to where it waits
    } while (next < turn.length && monotonic() < until);
    waiting = [...turn.slice(next), ...waiting];
    isRunning = waiting.length > 0;
    if (isRunning) later();
  };

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (!isRunning) later();
      isRunning = true;
    });
}
