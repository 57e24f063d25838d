/**
 * The lease: a session that holds the lock of the whole, or shares it and holds those of shards. The server ends a session that is silent for as long as the lease is, whatever
 * became of its machine, and the next in the queue has the lock.
 */
import type { Clock } from "../../../runtime/ports.ts";
import type { Session } from "./session.ts";
import { lockClass, wholeLock } from "./statements.ts";

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

/** Waits for the lock. */
export async function takeLock(session: Session, leaseMs: number): Promise<void> {
  await endWhenSilent(session, leaseMs);
  await orLost(session, session.ask("SELECT pg_advisory_lock($1, $2)", [lockClass, wholeLock]));
}

/** Waits until nobody has the lock alone, and shares it. */
export async function shareLock(session: Session, leaseMs: number): Promise<void> {
  await endWhenSilent(session, leaseMs);
  await orLost(session, session.ask("SELECT pg_advisory_lock_shared($1, $2)", [lockClass, wholeLock]));
}

/** Takes the lock when nobody has it; answers whether. */
export async function tryLock(session: Session, leaseMs: number): Promise<boolean> {
  await endWhenSilent(session, leaseMs);
  const [row] = await session.ask("SELECT pg_try_advisory_lock($1, $2) AS taken", [lockClass, wholeLock]);
  return row?.["taken"] === true;
}

/** Set before the lock: a node that froze while it waited would keep the lock for ever. */
async function endWhenSilent(session: Session, leaseMs: number): Promise<void> {
  await session.ask(`SET idle_session_timeout = ${leaseMs}`);
  await session.ask("SET client_connection_check_interval = 1000");
}

/** Milliseconds after which a silent session is ended where that is tried, and for which that is waited for. */
const [silence, patience] = [200, 5000];

/**
 * Tries on a session of its own that the server ends one that is silent. Rejects when it does not, as behind a pooler: a frozen owner
 * would then keep the data.
 */
export async function requireIdleTimeout(session: Session, clock: Clock): Promise<void> {
  await session.ask(`SET idle_session_timeout = ${silence}`);
  const { promise: isLate, resolve } = Promise.withResolvers<null>();
  const cancel = clock.timer(patience, () => resolve(null));
  const ended = await Promise.race([session.lost, isLate]);
  cancel();
  if (ended === null)
    throw new Error(
      "DAYSHIFT_STORE_URL: the server does not end sessions that are silent (idle_session_timeout). Use the address of PostgreSQL itself, version 14 or newer, and not of a pooler.",
    );
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

  /** What counts is when the heartbeat was sent, behind what else the session was asked: the server may have had it at once. */
  async function beat(): Promise<void> {
    let sent = held;
    await session.ask("SELECT 1", [], () => (sent = clock.monotonic()));
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
