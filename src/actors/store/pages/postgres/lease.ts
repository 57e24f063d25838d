/**
 * The lease: a session that holds the lock of the shard. The server ends a session that is silent for as long as the lease is, whatever
 * became of its machine, and the next in the queue has the lock.
 */
import type { Clock } from "../../../runtime/ports.ts";
import type { Session } from "./session.ts";
import { lockClass, shard } from "./statements.ts";

export interface Lease {
  /** Whether the server cannot have ended the session yet. */
  readonly isHeld: () => boolean;
  /** Resolves, with the reason, when that is no longer certain. */
  readonly lost: Promise<Error>;
  /** Stops the heartbeat. */
  readonly stop: () => void;
}

/** Parts of a lease between two heartbeats. */
const beats = 5;

/** Waits for the lock. What ends a silent session is set before: a node that froze while it waited would keep the lock for ever. */
export async function takeLock(session: Session, leaseMs: number): Promise<void> {
  await session.ask(`SET idle_session_timeout = ${leaseMs}`);
  await session.ask("SET client_connection_check_interval = 1000");
  await orLost(session, session.ask("SELECT pg_advisory_lock($1, $2)", [lockClass, shard]));
}

/** Begins the heartbeat of a session whose last statement was sent at that moment of the monotonic clock. */
export function keepLease(session: Session, leaseMs: number, clock: Clock, sentAt: number): Lease {
  const { promise: lost, resolve: end } = Promise.withResolvers<Error>();
  let held = sentAt;
  let isOver = false;
  let cancel: (() => void) | null = null;
  const isHeld = (): boolean => !isOver && clock.monotonic() - held < leaseMs;

  function giveUp(error: Error): void {
    isOver = true;
    end(error);
  }

  /** What counts is when the heartbeat was sent: the server may have had it at once. */
  async function beat(): Promise<void> {
    const sent = clock.monotonic();
    await session.ask("SELECT 1");
    if (isHeld()) held = sent;
  }

  function look(): void {
    if (isOver) return;
    if (!isHeld()) return giveUp(new Error("The lease lapsed: the store has not answered for too long."));
    cancel = clock.timer(leaseMs / beats, look);
    beat().catch((error: unknown) => giveUp(error instanceof Error ? error : new Error(String(error))));
  }

  void session.lost.then(giveUp);
  look();
  return {
    isHeld,
    lost,
    stop() {
      isOver = true;
      cancel?.();
    },
  };
}

/** The answer, or a rejection when the connection is lost before it. */
async function orLost<T>(session: Session, answer: Promise<T>): Promise<T> {
  return Promise.race([
    answer,
    session.lost.then((error) => {
      throw error;
    }),
  ]);
}
