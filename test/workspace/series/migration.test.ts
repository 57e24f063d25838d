/** Schedules that a file of version 4 kept, which did not fire, become series. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { ensureWorkspaceFile, readMigrations } from "../../../src/actors/store/migrate.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore, type Store } from "../../../src/actors/store/store.ts";
import { carryOut } from "../../../src/workspace/due.ts";
import { currentSeries } from "../../../src/workspace/series/series-rows.ts";
import { occurrencesOf } from "../../../src/workspace/series/occurrence-rows.ts";
import { todoRow } from "../../../src/workspace/todos/queries.ts";
import { dueRules, nextDue } from "../../../src/workspace/work.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { hour, me, monday } from "./setting.ts";

const migrations = readMigrations(fileURLToPath(new URL("../../../src/workspace/migrations", import.meta.url)));
const workspaceId = fakeId(0xa);
const policies = { timezone: "UTC", message: null, overlapPolicy: "skip", catchUpPolicy: "run_once" };
const daily = { type: "recurring", rrule: "FREQ=DAILY", startsAt: "2026-01-01T10:00:00", ...policies };

async function addVersionFour(store: Store): Promise<void> {
  const { sql } = store;
  store.begin();
  sql.run("INSERT INTO members VALUES (?, 'me@example.org', 'Me')", me);
  sql.run(
    "INSERT INTO todo_lists (id, name, name_key, is_default, created_at, updated_at) VALUES ('l', 'L', 'l', 1, 0, 0)",
  );
  const states = [
    ["pending", monday + hour],
    ["disabled", null],
    [null, null],
  ] as const;
  for (const [n, [status, nextRunAt]] of states.entries()) {
    sql.run(
      `INSERT INTO todos (id, created_at, updated_at, list_n, todo_list_id, assignees, title, schedule, schedule_status, next_run_at)
       VALUES (?, ?, ?, 1, 'l', ?, 'Old', ?, ?, ?)`,
      fakeId(n + 1),
      monday,
      monday,
      JSON.stringify([{ id: me, type: "user" }]),
      status === null ? null : JSON.stringify(daily),
      status,
      nextRunAt,
    );
  }
  await store.commit();
}

test("a schedule that was kept becomes a series, its next run an occurrence that fires [schedules.migrated]", async (t) => {
  const dataDir = tempDir(t);
  const old = migrations.slice(0, 4);
  const file = ensureWorkspaceFile(dataDir, workspaceId, old);
  const pool = createPool({ maxIdle: 1 });
  t.after(() => pool.close());
  const before = openStore({ file, workspaceId, pool, migrations: old });
  await addVersionFour(before);
  before.close();

  const store = openStore({ file, workspaceId, pool, migrations });
  const { sql } = store;
  const live = currentSeries(sql, fakeId(1)) ?? assert.fail("The live schedule is gone.");
  assert.match(live.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual([live.state, live.schedule, live.nextRunAt], ["active", daily, monday + hour]);
  const { userId, credentialType, scopes } = live.caller;
  assert.deepEqual([live.caller.workspaceId, userId, credentialType], [workspaceId, me, "membership"]);
  assert.ok(!scopes.includes("captures:read"));
  assert.equal(currentSeries(sql, fakeId(2))?.state, "paused");
  assert.equal(currentSeries(sql, fakeId(3)), undefined);
  assert.equal(nextDue(sql).rules, monday + hour);

  store.begin();
  const now = monday + hour;
  for (const work of dueRules(sql, now, 10)) carryOut({ sql, now, newId: () => ids.uuid(), secondsLeft: null }, work);
  const story = occurrencesOf(sql, fakeId(1), Number.MAX_SAFE_INTEGER, 10).map(({ status }) => status);
  assert.deepEqual([story, todoRow(sql, fakeId(1)).scheduleStatus], [["scheduled", "completed"], "pending"]);
  store.rollback();
  store.close();
});

const ids = createFakeIds();
