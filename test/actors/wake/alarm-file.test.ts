import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { openAlarmFile } from "../../../src/actors/wake/alarm-file.ts";
import { fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

test("a line that a crash cut short is left out, and what follows it is kept", async (t) => {
  const dataDir = tempDir(t);
  const path = join(dataDir, "alarms-2");
  const first = await openAlarmFile(dataDir);
  await first.set(fakeId(1), 10);
  await first.close();
  appendFileSync(path, `${fakeId(2)} 12`);
  const second = await openAlarmFile(dataDir);
  await second.set(fakeId(3), 30);
  await second.close();
  const third = await openAlarmFile(dataDir);
  assert.deepEqual(await third.due(Number.MAX_SAFE_INTEGER), [
    [fakeId(1), 10],
    [fakeId(3), 30],
  ]);
  await third.close();
});

test("without the file every workspace in the data directory is due", async (t) => {
  const dataDir = tempDir(t);
  for (const n of [1, 2]) mkdirSync(join(dataDir, "workspaces", `0${n}`, fakeId(n)), { recursive: true });
  const alarms = await openAlarmFile(dataDir);
  assert.deepEqual(await alarms.due(0), [
    [fakeId(1), 0],
    [fakeId(2), 0],
  ]);
  await alarms.close();
});

test("a file of a version that did not count schedules is as good as none", async (t) => {
  const dataDir = tempDir(t);
  mkdirSync(join(dataDir, "workspaces", "01", fakeId(1)), { recursive: true });
  writeFileSync(join(dataDir, "alarms"), `${fakeId(2)} 0\n`);
  const alarms = await openAlarmFile(dataDir);
  assert.deepEqual(await alarms.due(0), [[fakeId(1), 0]]);
  assert.equal(existsSync(join(dataDir, "alarms")), false);
  await alarms.close();
});

test("alarms outlive the process, those taken away do not", async (t) => {
  const dataDir = tempDir(t);
  const first = await openAlarmFile(dataDir);
  await Promise.all([first.set(fakeId(1), 10), first.set(fakeId(2), 20), first.set(fakeId(3), 30)]);
  await first.set(fakeId(2), null);
  await first.close();
  const second = await openAlarmFile(dataDir);
  assert.deepEqual(await second.due(25), [[fakeId(1), 10]]);
  await second.close();
});

test("an alarm stands in the file once `set` has resolved", async (t) => {
  const dataDir = tempDir(t);
  const path = join(dataDir, "alarms-2");
  const alarms = await openAlarmFile(dataDir);
  await alarms.set(fakeId(1), 0);
  assert.equal(readFileSync(path, "utf8"), `${fakeId(1)} 0\n`);
  await alarms.set(fakeId(1), 0);
  assert.equal(readFileSync(path, "utf8"), `${fakeId(1)} 0\n`);
  await alarms.close();
});

test("a file that repeats itself is rewritten, and is for the owner's eyes only", async (t) => {
  const dataDir = tempDir(t);
  const path = join(dataDir, "alarms-2");
  const alarms = await openAlarmFile(dataDir);
  for (let round = 1; round <= 30; round++) {
    await Promise.all(Array.from({ length: 500 }, (_, n) => alarms.set(fakeId(n), round)));
  }
  await alarms.close();
  assert.ok(statSync(path).size < 40 * 13_000, `${statSync(path).size} bytes`);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const again = await openAlarmFile(dataDir);
  const due = await again.due(Number.MAX_SAFE_INTEGER);
  assert.equal(due.length, 500);
  assert.ok(due.every(([, dueAt]) => dueAt === 30));
  await again.close();
});
