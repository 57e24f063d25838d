/** The doctor and the store of several machines: what PostgreSQL is set to, and what is said of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClock } from "../../../src/actors/runtime/clock.ts";
import { readHealth, type StoreHealth } from "../../../src/actors/store/pages/postgres/health.ts";
import { openPostgres } from "../../../src/actors/store/pages/postgres/store.ts";
import { checkStore, judgeStore } from "../../../src/server/doctor/store.ts";
import { noPostgres, startPostgres } from "../../helpers/postgres.ts";

const sound: StoreHealth = {
  version: "15.6",
  synchronousCommit: "on",
  fsync: true,
  wantsStandby: true,
  standbys: 1,
  isDirect: true,
  idleFailure: null,
  skewMs: 20,
  tableBytes: 300e6,
  liveBytes: 150e6,
  oldestTransactionMs: 0,
  moving: 0,
};

function said(change: Partial<StoreHealth>): string[] {
  return judgeStore({ ...sound, ...change }).map(({ level, message }) => `${level}: ${message}`);
}

test("a store that is set as it must be has nothing wrong", () => {
  const line = "fine: PostgreSQL 15.6 has every commit before it is acknowledged, with a synchronous standby.";
  assert.deepEqual(said({}), [line]);
  assert.deepEqual(said({ standbys: null }), [line], "a user who may not see standbys");
});

test("each thing that puts what is acknowledged at risk is said", () => {
  const cases: readonly (readonly [Partial<StoreHealth>, RegExp])[] = [
    [{ fsync: false }, /^wrong: fsync is off/],
    [{ synchronousCommit: "off" }, /^wrong: synchronous_commit is off/],
    [{ synchronousCommit: "local" }, /^wrong: synchronous_commit is local/],
    [{ standbys: 0 }, /^wrong: The synchronous standby is not connected/],
    [{ isDirect: false }, /^wrong: A pooler stands between/],
    [{ idleFailure: "it does not" }, /^wrong: A frozen owner would keep the data: it does not/],
    [{ skewMs: -600_000 }, /^wrong: The clocks .* are 10 minutes apart/],
  ];
  for (const [change, pattern] of cases) {
    const [line, ...others] = said(change);
    assert.match(line ?? "", pattern);
    assert.deepEqual(others, []);
  }
  const notes: readonly (readonly [Partial<StoreHealth>, RegExp])[] = [
    [{ wantsStandby: false, standbys: 0 }, /^note: No standby is synchronous/],
    [{ tableBytes: 600e6 }, /^note: The table of pages takes 600 MB for 150 MB/],
    [{ moving: 2 }, /^note: 2 finished recordings of the store wait for the bucket/],
    [{ oldestTransactionMs: 7_200_000 }, /^note: A transaction in the database is open for 2 hours/],
  ];
  for (const [change, pattern] of notes) assert.match(said(change)[1] ?? "", pattern);
  assert.equal(said({ tableBytes: 200e6, liveBytes: 1e6 }).length, 1, "a small table is small");
});

test("PostgreSQL itself is asked", { skip: noPostgres, timeout: 120_000 }, async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const url = postgres.database("asked");
  const clock = createClock();
  const empty = await readHealth(url, clock);
  assert.deepEqual([empty.tableBytes, empty.liveBytes], [0, 0]);
  const store = await openPostgres({ url, leaseMs: 5000, clock });
  const owned = await store.own("a");
  const pages = new Map([[0, Buffer.alloc(4096, 1)]]);
  await owned.append({ files: new Map([["one", { pageSize: 4096, length: 4096, pages }]]) });
  const health = await readHealth(url, clock);
  assert.match(health.version, /^\d+\.\d+/);
  assert.deepEqual(
    [health.synchronousCommit, health.fsync, health.wantsStandby, health.isDirect, health.idleFailure],
    ["on", false, false, true, null],
  );
  assert.ok(Math.abs(health.skewMs) < 60_000);
  assert.ok(health.tableBytes > 0 && health.liveBytes > 0);
  postgres.ask("asked", "ALTER DATABASE asked SET synchronous_commit = off");
  assert.equal((await readHealth(url, clock)).synchronousCommit, "off");
  const findings = await checkStore(url, clock); // the server of a test does without
  assert.match(findings[0]?.message ?? "", /^fsync is off/);
  await owned.release();
});
