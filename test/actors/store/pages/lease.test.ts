/** The lease of a session: what counts is when the server can have heard of it last. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keepLease } from "../../../../src/actors/store/pages/postgres/lease.ts";
import type { Session } from "../../../../src/actors/store/pages/postgres/session.ts";
import { createFakeClock } from "../../../../src/testing/clock.ts";

const leaseMs = 5000;

/** A session that is busy with another statement until the test lets the next one through. */
function createBusySession() {
  const waiting: (() => void)[] = [];
  const session: Session = {
    ask: (_text, _values, onSend) =>
      new Promise((resolve) =>
        waiting.push(() => {
          onSend?.();
          resolve([]);
        }),
      ),
    lost: new Promise(() => undefined),
    processId: null,
    close: async () => undefined,
  };
  return { session, next: () => waiting.shift()?.() };
}

test("a heartbeat counts from when it was sent, not from when it was put behind other statements", async () => {
  const clock = createFakeClock();
  const { session, next } = createBusySession();
  const lease = keepLease(session, leaseMs, clock, clock.monotonic());
  clock.advance(4900);
  next();
  await new Promise((resolve) => setImmediate(resolve)); // its answer is heard
  clock.advance(4900);
  assert.equal(lease.isHeld(), true);
  lease.stop();
});

test("a heartbeat that was never sent does not prolong the lease", async () => {
  const clock = createFakeClock();
  const { session } = createBusySession();
  const lease = keepLease(session, leaseMs, clock, clock.monotonic());
  clock.advance(leaseMs);
  assert.equal(lease.isHeld(), false);
  assert.match((await lease.lost).message, /lapsed/);
});
