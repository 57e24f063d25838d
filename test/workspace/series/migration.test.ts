/** Schedules that a file of version 4 kept, which did not fire, become series. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { carryOut } from "../../../src/workspace/maintenance.ts";
import { currentSeries } from "../../../src/workspace/series/series-rows.ts";
import { occurrencesOf } from "../../../src/workspace/series/occurrence-rows.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { todoRow } from "../../../src/workspace/todos/queries.ts";
import { dueRules, nextDue } from "../../../src/workspace/work/queue.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { filledBefore, idOf } from "../../helpers/old-workspace.ts";
import { hour, me, monday } from "./setting.ts";

const policies = { timezone: "UTC", message: null, overlapPolicy: "skip", catchUpPolicy: "run_once" };
const daily = { type: "recurring", rrule: "FREQ=DAILY", startsAt: "2026-01-01T10:00:00", ...policies };

function addVersionFour(sql: Sql): void {
  sql.run("INSERT INTO members VALUES (?, 'me@example.org', 'Me')", me);
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
}

test("an older schedule becomes a series, with a run that fires", { rules: ["schedules.migrated"] }, async (t) => {
  const { store } = await filledBefore(t, 4, addVersionFour);
  const { sql } = store;
  const live = currentSeries(sql, fakeId(1)) ?? assert.fail("The live schedule is gone.");
  assert.match(live.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual([live.state, live.schedule, live.nextRunAt], ["active", daily, monday + hour]);
  const { userId, credentialType, scopes } = live.caller;
  assert.deepEqual([live.caller.workspaceId, userId, credentialType], [idOf(4), me, "membership"]);
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
});

const ids = createFakeIds();
