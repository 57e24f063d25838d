/** Failed requests in the log: each, but for storage that keeps failing in the same way. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { writeRefusal } from "../../src/actors/store/failures.ts";
import { createFailureLog } from "../../src/server/base/failure-log.ts";
import { createLog } from "../../src/server/base/log.ts";
import { createFakeClock } from "../helpers/clock.ts";

function setting() {
  const clock = createFakeClock();
  const lines: string[] = [];
  const log = createLog({ level: "info", isTerminal: false, clock, write: (line) => void lines.push(line) });
  return { clock, lines, report: createFailureLog(log, clock) };
}

const full = (): Error => {
  const cause = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  return writeRefusal("The storage is full", "unchanged", cause);
};

test("storage that keeps failing in the same way is logged once, and again after a quiet minute", () => {
  const { clock, lines, report } = setting();
  for (let n = 0; n < 5; n += 1) {
    report(full(), { requestId: `req_${n}` });
    clock.advance(10_000);
  }
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /"error":"The storage is full.*no space left on device/);
  clock.advance(60_000);
  report(full(), { requestId: "req_later" });
  assert.equal(lines.length, 2);
});

test("another failure, of the storage or not, is logged each time", () => {
  const { lines, report } = setting();
  report(full(), {});
  for (let n = 0; n < 2; n += 1) report(new Error("a fault of ours"), {});
  report(writeRefusal("The storage is read-only", "unchanged", Object.assign(new Error("x"), { code: "EROFS" })), {});
  assert.equal(lines.length, 4);
});
