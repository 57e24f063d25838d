/** The minutes of an organization: its budget, its charges, its report. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccounts } from "../../../src/gateway/directory/minutes/minutes.ts";
import { openContext } from "../../../src/gateway/directory/context/context.ts";
import { charge, day, setting, start, testIds, withOwner } from "./helpers.ts";

test("nothing new starts when the budget is spent, and what began may continue", async (t) => {
  const { directory } = await setting(t, { minutesPerMonth: 2 });
  const { workspaceId, organizationId } = await withOwner(directory);
  const { minutes } = directory;
  assert.equal(await minutes.reserve(workspaceId, "turn-1", null), true);
  assert.equal(await minutes.reserve(workspaceId, "turn-2", null), true);
  await minutes.settle(workspaceId, [charge("turn-1", 119)]);
  assert.equal(await minutes.secondsLeft(workspaceId), 1);
  await minutes.settle(workspaceId, [charge("turn-0", 1)]);
  assert.equal(await minutes.secondsLeft(workspaceId), 0);
  assert.equal(await minutes.reserve(workspaceId, "turn-3", null), false);
  assert.equal(await minutes.reserve(workspaceId, "turn-2", null), true);
  await minutes.settle(workspaceId, [charge("turn-2", 600)]);
  const { month, spentSeconds, budgetMinutes } = await minutes.usage(organizationId);
  assert.deepEqual({ month, spentSeconds, budgetMinutes }, { month: "2026-03", spentSeconds: 720, budgetMinutes: 2 });
});

test("a budget of nothing starts nothing", async (t) => {
  const { directory } = await setting(t, { minutesPerMonth: 0 });
  const { workspaceId } = await withOwner(directory);
  assert.equal(await directory.minutes.reserve(workspaceId, "turn-1", null), false);
});

test("a workspace that does not exist has no budget to spend", async (t) => {
  const { directory } = await setting(t, { minutesPerMonth: 5 });
  const unknown = "00000000-0000-7000-8000-0000000000ff";
  await assert.rejects(directory.minutes.secondsLeft(unknown), { code: "resource_not_found" });
  await assert.rejects(directory.minutes.reserve(unknown, "turn-1", null), { code: "resource_not_found" });
});

test("a budget of one minute is enough for sixty short turns, of a second each", async (t) => {
  const { directory, reopen } = await setting(t, { minutesPerMonth: 1 });
  const { workspaceId } = await withOwner(directory);
  for (let turn = 0; turn < 60; turn += 1) {
    assert.equal(await directory.minutes.reserve(workspaceId, `turn-${turn}`, null), true);
    await directory.minutes.settle(workspaceId, [charge(`turn-${turn}`, 1)]);
  }
  assert.equal(await directory.minutes.reserve(workspaceId, "one more", null), false);
  const { minutes } = await reopen();
  assert.equal(await minutes.reserve(workspaceId, "one more", null), false);
});

test("a turn is charged once, however often it is settled, also at once and after a restart", async (t) => {
  const { directory, reopen } = await setting(t, { minutesPerMonth: 10 });
  const { workspaceId } = await withOwner(directory);
  const { minutes } = directory;
  await minutes.reserve(workspaceId, "turn-1", null);
  await Promise.all([1, 2, 3].map(() => minutes.settle(workspaceId, [charge("turn-1", 120)])));
  await minutes.settle(workspaceId, [charge("turn-1", 300)]);
  await minutes.reserve(workspaceId, "turn-1", null);
  assert.equal(await minutes.secondsLeft(workspaceId), 480);
  const again = await reopen();
  await again.minutes.settle(workspaceId, [charge("turn-1", 300)]);
  assert.equal(await again.minutes.secondsLeft(workspaceId), 480);
});

test("the sum in memory stays what the ledger says while reads and settlements cross", async (t) => {
  const { directory, reopen } = await setting(t, { minutesPerMonth: 1000 });
  const { workspaceId } = await withOwner(directory);
  const { minutes } = directory;
  const crossing = Array.from({ length: 20 }, (_, index) => [
    minutes.settle(workspaceId, [charge(`turn-${index}`, 60 * index)]),
    minutes.secondsLeft(workspaceId),
  ]);
  await Promise.all(crossing.flat());
  assert.equal(await minutes.secondsLeft(workspaceId), (1000 - 190) * 60);
  assert.equal(await (await reopen()).minutes.secondsLeft(workspaceId), (1000 - 190) * 60);
});

test("a month begins at midnight UTC, and a turn is charged to the month in which it began", async (t) => {
  const { directory, clock } = await setting(t, { minutesPerMonth: 3 });
  const { workspaceId, organizationId } = await withOwner(directory);
  const { minutes } = directory;
  clock.time = Date.parse("2026-03-31T23:59:59.999Z");
  await minutes.reserve(workspaceId, "late", null);
  await minutes.settle(workspaceId, [charge("early", 120)]);
  assert.equal(await minutes.secondsLeft(workspaceId), 60);
  clock.time += 1;
  assert.equal(await minutes.secondsLeft(workspaceId), 180);
  await minutes.settle(workspaceId, [charge("late", 60)]);
  assert.equal(await minutes.secondsLeft(workspaceId), 180);
  await minutes.settle(workspaceId, [charge("new", 60, { beganAt: clock.time })]);
  assert.deepEqual(await minutes.usage(organizationId), {
    month: "2026-04",
    budgetMinutes: 3,
    spentSeconds: 60,
    byWorkspace: [{ workspaceId, seconds: 60 }],
    byAgent: [{ workspaceId, agentId: null, seconds: 60 }],
    byDay: [{ date: "2026-04-01", seconds: 60 }],
  });
});

test("workspaces of one organization share the budget, organizations do not", async (t) => {
  const { directory } = await setting(t, { minutesPerMonth: 10 });
  const { workspaceId, organizationId } = await withOwner(directory);
  const sibling = await directory.createWorkspace({ organizationId, name: "Work" });
  const foreign = await directory.createOrganization("Elsewhere");
  const stranger = await directory.createWorkspace({ organizationId: foreign.id, name: "Else" });
  await directory.minutes.settle(workspaceId, [charge("turn-1", 240)]);
  assert.equal(await directory.minutes.secondsLeft(sibling.response.id), 360);
  assert.equal(await directory.minutes.secondsLeft(stranger.response.id), 600);
});

test("without a budget everything starts, and the first settlement of a turn is on disk at once", async (t) => {
  const { directory, reopen } = await setting(t);
  const { workspaceId, organizationId } = await withOwner(directory);
  const { minutes } = directory;
  assert.equal(await minutes.secondsLeft(workspaceId), null);
  assert.equal(await minutes.reserve(workspaceId, "turn-1", null), true);
  await minutes.settle(workspaceId, [charge("turn-1", 90)]);
  await minutes.settle(workspaceId, [charge("turn-1", 900), charge("turn-2", 60)]);
  const again = await reopen();
  const { spentSeconds, budgetMinutes } = await again.minutes.usage(organizationId);
  assert.deepEqual({ spentSeconds, budgetMinutes }, { spentSeconds: 150, budgetMinutes: null });
});

test("a turn that goes on counts, and at its end for the rest alone", { rules: ["minutes.open"] }, async (t) => {
  const { directory, reopen } = await setting(t, { minutesPerMonth: 2 });
  const { workspaceId, organizationId } = await withOwner(directory);
  const { minutes } = directory;
  assert.equal(await minutes.reserve(workspaceId, "turn-1", null), true);
  await minutes.note(workspaceId, charge("turn-1", 50));
  assert.equal(await minutes.secondsLeft(workspaceId), 70);
  await minutes.note(workspaceId, charge("turn-1", 120));
  assert.equal((await minutes.usage(organizationId)).spentSeconds, 120);
  assert.equal(await minutes.reserve(workspaceId, "turn-2", null), false);
  const again = await reopen();
  assert.equal(await again.minutes.secondsLeft(workspaceId), 0);
  await again.minutes.settle(workspaceId, [charge("turn-1", 119)]);
  assert.equal(await again.minutes.secondsLeft(workspaceId), 1);
  await again.minutes.note(workspaceId, charge("turn-1", 500));
  assert.equal(await again.minutes.secondsLeft(workspaceId), 1);
});

test("without a budget a turn that goes on shows as well", { rules: ["minutes.open"] }, async (t) => {
  const { directory } = await setting(t);
  const { workspaceId, organizationId } = await withOwner(directory);
  const { minutes } = directory;
  for (const seconds of [30, 90]) await minutes.note(workspaceId, charge("turn-1", seconds));
  assert.equal((await minutes.usage(organizationId)).spentSeconds, 90);
  await minutes.settle(workspaceId, [charge("turn-1", 100)]);
  await minutes.note(workspaceId, charge("turn-1", 900));
  assert.equal((await minutes.usage(organizationId)).spentSeconds, 100);
});

test("usage by workspace, by agent and by day sums to the whole", { rules: ["minutes.report"] }, async (t) => {
  const { directory } = await setting(t, { minutesPerMonth: 10 });
  const { workspaceId, organizationId } = await withOwner(directory);
  const other = (await directory.createWorkspace({ organizationId, name: "Work" })).response.id;
  const { minutes } = directory;
  await minutes.reserve(workspaceId, "turn-1", "ada");
  await minutes.settle(workspaceId, [
    charge("turn-1", 30),
    charge("turn-2", 45, { agentId: "bo" }),
    charge("turn-3", 5, { agentId: "bo", beganAt: start - day }),
  ]);
  await minutes.settle(other, [charge("turn-4", 100), charge("turn-5", 0, { agentId: "idle" })]);
  const usage = await minutes.usage(organizationId);
  assert.deepEqual(usage.byWorkspace, [
    { workspaceId: other, seconds: 100 },
    { workspaceId, seconds: 80 },
  ]);
  assert.deepEqual(usage.byAgent, [
    { workspaceId: other, agentId: null, seconds: 100 },
    { workspaceId, agentId: "bo", seconds: 50 },
    { workspaceId, agentId: "ada", seconds: 30 },
  ]);
  assert.deepEqual(usage.byDay, [
    { date: "2026-03-09", seconds: 5 },
    { date: "2026-03-10", seconds: 175 },
  ]);
  assert.equal(usage.spentSeconds, 180);
  assert.equal(await minutes.secondsLeft(workspaceId), 600 - 180);
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
  const charged = accounts.charge(organizationId, async () => {
    const insert = "INSERT INTO ledger VALUES ('turn-1', ?, ?, '2026-03', 'settled', 300, 0, NULL)";
    await context.db.run(insert, organizationId, workspaceId);
    written.resolve(undefined);
    await answered.promise;
    return { month: "2026-03", seconds: 300 };
  });
  await written.promise;
  const concurrent = accounts.spentBy(organizationId);
  await context.db.get("SELECT 1");
  answered.resolve(undefined);
  await charged;
  assert.equal(await concurrent, 300);
  assert.equal(await accounts.spentBy(organizationId), 300);
});
