import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccounts } from "../../../src/gateway/directory/accounts.ts";
import { openContext } from "../../../src/gateway/directory/context.ts";
import { setting, testIds, withOwner } from "./helpers.ts";

test("nothing new starts when the budget is spent, and what began may go on", async (t) => {
  const { directory } = await setting(t, { minutesPerMonth: 2 });
  const { workspaceId } = await withOwner(directory);
  const { minutes } = directory;
  assert.equal(await minutes.reserve(workspaceId, "turn-1"), true);
  assert.equal(await minutes.reserve(workspaceId, "turn-2"), true);
  await minutes.settle(workspaceId, "turn-1", 119);
  assert.equal(await minutes.secondsLeft(workspaceId), 1);
  await minutes.settle(workspaceId, "turn-0", 1);
  assert.equal(await minutes.secondsLeft(workspaceId), 0);
  assert.equal(await minutes.reserve(workspaceId, "turn-3"), false);
  assert.equal(await minutes.reserve(workspaceId, "turn-2"), true);
  await minutes.settle(workspaceId, "turn-2", 600);
  assert.deepEqual(await minutes.usage(workspaceId), { month: "2026-03", spentMinutes: 12, budgetMinutes: 2 });
});

test("a budget of nothing starts nothing", async (t) => {
  const { directory } = await setting(t, { minutesPerMonth: 0 });
  const { workspaceId } = await withOwner(directory);
  assert.equal(await directory.minutes.reserve(workspaceId, "turn-1"), false);
});

test("a workspace that does not exist has no budget to spend", async (t) => {
  const { directory } = await setting(t, { minutesPerMonth: 5 });
  const unknown = "00000000-0000-7000-8000-0000000000ff";
  await assert.rejects(directory.minutes.secondsLeft(unknown), { code: "resource_not_found" });
  await assert.rejects(directory.minutes.reserve(unknown, "turn-1"), { code: "resource_not_found" });
});

const roundings: readonly [seconds: number, charged: number][] = [
  [0, 0],
  [0.02, 1],
  [60, 60],
  [60.5, 61],
  [3599, 3599],
];
for (const [seconds, charged] of roundings) {
  test(`a turn of ${seconds} seconds is charged ${charged}`, async (t) => {
    const { directory } = await setting(t, { minutesPerMonth: 100 });
    const { workspaceId } = await withOwner(directory);
    await directory.minutes.reserve(workspaceId, "turn-1");
    await directory.minutes.settle(workspaceId, "turn-1", seconds);
    assert.equal(await directory.minutes.secondsLeft(workspaceId), 6000 - charged);
  });
}

test("a budget of one minute is enough for sixty short turns, and shown as spent in minutes rounded up once", async (t) => {
  const { directory, reopen } = await setting(t, { minutesPerMonth: 1 });
  const { workspaceId } = await withOwner(directory);
  for (let turn = 0; turn < 60; turn += 1) {
    assert.equal(await directory.minutes.reserve(workspaceId, `turn-${turn}`), true);
    await directory.minutes.settle(workspaceId, `turn-${turn}`, 0.02);
  }
  assert.equal(await directory.minutes.reserve(workspaceId, "one more"), false);
  const { minutes } = await reopen();
  assert.equal(await minutes.reserve(workspaceId, "one more"), false);
  assert.equal((await minutes.usage(workspaceId)).spentMinutes, 1);
});

test("a turn is charged once, however often it is settled, also at once and after a restart", async (t) => {
  const { directory, reopen } = await setting(t, { minutesPerMonth: 10 });
  const { workspaceId } = await withOwner(directory);
  const { minutes } = directory;
  await minutes.reserve(workspaceId, "turn-1");
  await Promise.all([1, 2, 3].map(() => minutes.settle(workspaceId, "turn-1", 120)));
  await minutes.settle(workspaceId, "turn-1", 300);
  await minutes.reserve(workspaceId, "turn-1");
  assert.equal(await minutes.secondsLeft(workspaceId), 480);
  const again = await reopen();
  await again.minutes.settle(workspaceId, "turn-1", 300);
  assert.equal(await again.minutes.secondsLeft(workspaceId), 480);
});

test("the sum in memory stays what the ledger says while reads and settlements cross", async (t) => {
  const { directory, reopen } = await setting(t, { minutesPerMonth: 1000 });
  const { workspaceId } = await withOwner(directory);
  const { minutes } = directory;
  const crossing = Array.from({ length: 20 }, (_, index) => [
    minutes.settle(workspaceId, `turn-${index}`, 60 * index),
    minutes.secondsLeft(workspaceId),
  ]);
  await Promise.all(crossing.flat());
  assert.equal(await minutes.secondsLeft(workspaceId), (1000 - 190) * 60);
  assert.equal(await (await reopen()).minutes.secondsLeft(workspaceId), (1000 - 190) * 60);
});

test("a month begins anew at midnight UTC, and a turn is charged to the month in which it began", async (t) => {
  const { directory, clock } = await setting(t, { minutesPerMonth: 3 });
  const { workspaceId } = await withOwner(directory);
  const { minutes } = directory;
  clock.time = Date.parse("2026-03-31T23:59:59.999Z");
  await minutes.reserve(workspaceId, "late");
  await minutes.settle(workspaceId, "early", 120);
  assert.equal(await minutes.secondsLeft(workspaceId), 60);
  clock.time += 1;
  assert.equal(await minutes.secondsLeft(workspaceId), 180);
  await minutes.settle(workspaceId, "late", 60);
  assert.equal(await minutes.secondsLeft(workspaceId), 180);
  await minutes.settle(workspaceId, "new", 60);
  assert.deepEqual(await minutes.usage(workspaceId), { month: "2026-04", spentMinutes: 1, budgetMinutes: 3 });
});

test("workspaces of one organization share the budget, organizations do not", async (t) => {
  const { directory } = await setting(t, { minutesPerMonth: 10 });
  const { workspaceId, organizationId } = await withOwner(directory);
  const sibling = await directory.createWorkspace({ organizationId, name: "Work" });
  const foreign = await directory.createOrganization("Elsewhere");
  const stranger = await directory.createWorkspace({ organizationId: foreign.id, name: "Else" });
  await directory.minutes.settle(workspaceId, "turn-1", 240);
  assert.equal(await directory.minutes.secondsLeft(sibling.response.id), 360);
  assert.equal(await directory.minutes.secondsLeft(stranger.response.id), 600);
});

test("without a budget everything starts, and what was used is known all the same", async (t) => {
  const { directory, reopen } = await setting(t);
  const { workspaceId } = await withOwner(directory);
  const { minutes } = directory;
  assert.equal(await minutes.secondsLeft(workspaceId), null);
  assert.equal(await minutes.reserve(workspaceId, "turn-1"), true);
  await minutes.settle(workspaceId, "turn-1", 90);
  await minutes.settle(workspaceId, "turn-1", 900);
  await Promise.all([minutes.flush(), minutes.flush(), minutes.settle(workspaceId, "turn-2", 60)]);
  const again = await reopen();
  assert.deepEqual(await again.minutes.usage(workspaceId), { month: "2026-03", spentMinutes: 3, budgetMinutes: null });
});

test("a sum that is read while a charge is on its way does not count the charge twice", async (t) => {
  const { directory, clock, address } = await setting(t, { minutesPerMonth: 100 });
  const { workspaceId, organizationId } = await withOwner(directory);
  await directory.close();
  const context = await openContext({ ...address, clock, ids: testIds(2) });
  t.after(() => context.db.close());
  const accounts = createAccounts(context);
  const [written, answered] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  assert.equal(await accounts.spentBy(organizationId), 0);
  const charged = accounts.charge(organizationId, 300, async () => {
    const insert = "INSERT INTO ledger VALUES ('turn-1', ?, ?, '2026-03', 'settled', 300, 0)";
    await context.db.run(insert, organizationId, workspaceId);
    written.resolve(undefined);
    await answered.promise;
    return "2026-03";
  });
  await written.promise;
  const meanwhile = accounts.spentBy(organizationId);
  await context.db.get("SELECT 1");
  answered.resolve(undefined);
  await charged;
  assert.equal(await meanwhile, 300);
  assert.equal(await accounts.spentBy(organizationId), 300);
});
