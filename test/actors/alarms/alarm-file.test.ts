/** The file of the alarms: what outlives the process, and what a crash leaves of it. */
import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { openAlarmFile, openAfterStart } from "../../../src/actors/alarms/alarm-file.ts";
import type { Alarm, Alarms } from "../../../src/actors/alarms/alarms.ts";
import { fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const zones = "2026a";
const at = (dueAt: number | null, plannedAt = 0): Alarm => ({ dueAt, plannedAt });

/** Opens the file for as long as the action lasts. */
async function opened<T>(dataDir: string, action: (alarms: Alarms) => Promise<T>, zoneData = zones): Promise<T> {
  const alarms = await openAlarmFile(dataDir, zoneData);
  try {
    return await action(alarms);
  } finally {
    await alarms.close();
  }
}

const allIn = (dataDir: string, zoneData?: string) => opened(dataDir, (alarms) => alarms.all(), zoneData);

test("a line that a crash cut short is left out, and what follows it is read", async (t) => {
  const dataDir = tempDir(t);
  await opened(dataDir, (alarms) => alarms.set(fakeId(1), at(10)));
  appendFileSync(join(dataDir, "alarms-3"), `${fakeId(2)} 12 0`);
  await opened(dataDir, (alarms) => alarms.set(fakeId(3), at(30)));
  assert.deepEqual(await allIn(dataDir), [
    [fakeId(1), at(10)],
    [fakeId(3), at(30)],
  ]);
});

test("a workspace whose file was replaced is due at once, behind a line that a crash cut short too", async (t) => {
  const dataDir = tempDir(t);
  openAfterStart(dataDir, fakeId(1));
  assert.equal(existsSync(join(dataDir, "alarms-3")), false, "without the file every workspace is due");
  await opened(dataDir, (alarms) => Promise.all([alarms.set(fakeId(1), at(10)), alarms.set(fakeId(2), at(20))]));
  appendFileSync(join(dataDir, "alarms-3"), `${fakeId(2)} 12 0`);
  openAfterStart(dataDir, fakeId(1));
  assert.deepEqual(await allIn(dataDir), [
    [fakeId(1), at(0)],
    [fakeId(2), at(20)],
  ]);
});

test("without the file every workspace in the data folder is due", async (t) => {
  const dataDir = tempDir(t);
  for (const n of [1, 2]) mkdirSync(join(dataDir, "workspaces", `0${n}`, fakeId(n)), { recursive: true });
  assert.deepEqual(await allIn(dataDir), [
    [fakeId(1), at(0)],
    [fakeId(2), at(0)],
  ]);
});

test("a file of a version that did not count schedules, or clocks and zones, is as good as none", async (t) => {
  const dataDir = tempDir(t);
  mkdirSync(join(dataDir, "workspaces", "01", fakeId(1)), { recursive: true });
  for (const name of ["alarms", "alarms-2"]) writeFileSync(join(dataDir, name), `${fakeId(2)} 0\n`);
  await opened(dataDir, async (alarms) => {
    assert.deepEqual(await alarms.all(), [[fakeId(1), at(0)]]);
    for (const name of ["alarms", "alarms-2"]) assert.equal(existsSync(join(dataDir, name)), false);
  });
});

test("alarms outlive the process, those taken away do not", async (t) => {
  const dataDir = tempDir(t);
  await opened(dataDir, async (alarms) => {
    await Promise.all([1, 2, 3].map((n) => alarms.set(fakeId(n), at(10 * n))));
    await alarms.set(fakeId(2), at(null));
  });
  assert.deepEqual(await allIn(dataDir), [
    [fakeId(1), at(10)],
    [fakeId(3), at(30)],
  ]);
});

test("an alarm stands in the file once `set` has resolved", async (t) => {
  const dataDir = tempDir(t);
  const path = join(dataDir, "alarms-3");
  const alarms = await openAlarmFile(dataDir, zones);
  await alarms.set(fakeId(1), at(0));
  assert.equal(readFileSync(path, "utf8"), `zone-data ${zones}\n${fakeId(1)} 0 0\n`);
  await alarms.set(fakeId(1), at(0));
  assert.equal(readFileSync(path, "utf8"), `zone-data ${zones}\n${fakeId(1)} 0 0\n`);
  await alarms.close();
});

test("a file that repeats itself is rewritten, and is for the owner's eyes only", async (t) => {
  const dataDir = tempDir(t);
  const path = join(dataDir, "alarms-3");
  const alarms = await openAlarmFile(dataDir, zones);
  for (let round = 1; round <= 30; round++) {
    await Promise.all(Array.from({ length: 500 }, (_, n) => alarms.set(fakeId(n), at(round))));
  }
  await alarms.close();
  assert.ok(statSync(path).size < 40 * 13_000, `${statSync(path).size} bytes`);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const due = await allIn(dataDir);
  assert.equal(due.length, 500);
  assert.ok(due.every(([, { dueAt }]) => dueAt === 30));
});

test("other time-zone data makes everything with a time due at once", { rules: ["schedules.zone-data"] }, async (t) => {
  const dataDir = tempDir(t);
  const first = (alarms: Alarms) => Promise.all([alarms.set(fakeId(1), at(10, 5)), alarms.set(fakeId(2), at(null, 5))]);
  await opened(dataDir, first, "2026a");
  assert.deepEqual(await allIn(dataDir, "2026b"), [
    [fakeId(1), at(0, 5)],
    [fakeId(2), at(null, 5)],
  ]);
  await opened(dataDir, (alarms) => alarms.set(fakeId(1), at(20, 6)), "2026b");
  assert.deepEqual((await allIn(dataDir, "2026b"))[0], [fakeId(1), at(20, 6)]);
});
