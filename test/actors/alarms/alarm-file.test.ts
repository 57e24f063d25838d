/** The file of the alarms: what outlives the process, and what a crash leaves of it. */
import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { openAlarmFile, openAfterStart } from "../../../src/actors/alarms/alarm-file.ts";
import type { Alarm } from "../../../src/actors/alarms/alarms.ts";
import { fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const zones = "2026a";
const at = (dueAt: number | null, plannedAt = 0): Alarm => ({ dueAt, plannedAt });

test("a line that a crash cut short is left out, and what follows it is kept", async (t) => {
  const dataDir = tempDir(t);
  const path = join(dataDir, "alarms-3");
  const first = await openAlarmFile(dataDir, zones);
  await first.set(fakeId(1), at(10));
  await first.close();
  appendFileSync(path, `${fakeId(2)} 12 0`);
  const second = await openAlarmFile(dataDir, zones);
  await second.set(fakeId(3), at(30));
  await second.close();
  const third = await openAlarmFile(dataDir, zones);
  assert.deepEqual(await third.all(), [
    [fakeId(1), at(10)],
    [fakeId(3), at(30)],
  ]);
  await third.close();
});

test("a workspace whose file was replaced is due at once, behind a line that a crash cut short too", async (t) => {
  const dataDir = tempDir(t);
  openAfterStart(dataDir, fakeId(1));
  assert.equal(existsSync(join(dataDir, "alarms-3")), false, "without the file every workspace is due");
  const first = await openAlarmFile(dataDir, zones);
  await Promise.all([first.set(fakeId(1), at(10)), first.set(fakeId(2), at(20))]);
  await first.close();
  appendFileSync(join(dataDir, "alarms-3"), `${fakeId(2)} 12 0`);
  openAfterStart(dataDir, fakeId(1));
  const second = await openAlarmFile(dataDir, zones);
  assert.deepEqual(await second.all(), [
    [fakeId(1), at(0)],
    [fakeId(2), at(20)],
  ]);
  await second.close();
});

test("without the file every workspace in the data folder is due", async (t) => {
  const dataDir = tempDir(t);
  for (const n of [1, 2]) mkdirSync(join(dataDir, "workspaces", `0${n}`, fakeId(n)), { recursive: true });
  const alarms = await openAlarmFile(dataDir, zones);
  assert.deepEqual(await alarms.all(), [
    [fakeId(1), at(0)],
    [fakeId(2), at(0)],
  ]);
  await alarms.close();
});

test("a file of a version that did not count schedules, or clocks and zones, is as good as none", async (t) => {
  const dataDir = tempDir(t);
  mkdirSync(join(dataDir, "workspaces", "01", fakeId(1)), { recursive: true });
  for (const name of ["alarms", "alarms-2"]) writeFileSync(join(dataDir, name), `${fakeId(2)} 0\n`);
  const alarms = await openAlarmFile(dataDir, zones);
  assert.deepEqual(await alarms.all(), [[fakeId(1), at(0)]]);
  for (const name of ["alarms", "alarms-2"]) assert.equal(existsSync(join(dataDir, name)), false);
  await alarms.close();
});

test("alarms outlive the process, those taken away do not", async (t) => {
  const dataDir = tempDir(t);
  const first = await openAlarmFile(dataDir, zones);
  await Promise.all([first.set(fakeId(1), at(10)), first.set(fakeId(2), at(20)), first.set(fakeId(3), at(30))]);
  await first.set(fakeId(2), at(null));
  await first.close();
  const second = await openAlarmFile(dataDir, zones);
  assert.deepEqual(await second.all(), [
    [fakeId(1), at(10)],
    [fakeId(3), at(30)],
  ]);
  await second.close();
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
  const again = await openAlarmFile(dataDir, zones);
  const due = await again.all();
  assert.equal(due.length, 500);
  assert.ok(due.every(([, { dueAt }]) => dueAt === 30));
  await again.close();
});

test("other time-zone data makes everything that is due some time due at once, and is said in the file from then on [schedules.zone-data]", async (t) => {
  const dataDir = tempDir(t);
  const first = await openAlarmFile(dataDir, "2026a");
  await first.set(fakeId(1), at(10, 5));
  await first.set(fakeId(2), at(null, 5));
  await first.close();
  const second = await openAlarmFile(dataDir, "2026b");
  assert.deepEqual(await second.all(), [
    [fakeId(1), at(0, 5)],
    [fakeId(2), at(null, 5)],
  ]);
  await second.set(fakeId(1), at(20, 6));
  await second.close();
  const third = await openAlarmFile(dataDir, "2026b");
  assert.deepEqual((await third.all())[0], [fakeId(1), at(20, 6)]);
  await third.close();
});
