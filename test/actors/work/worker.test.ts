/** The worker of a workspace, where its table cannot be read. */
import assert from "node:assert/strict";
import test from "node:test";
import { createSemaphore } from "../../../src/actors/runtime/semaphore.ts";
import { createWorker, type WorkerParts } from "../../../src/actors/work/worker.ts";
import { createFakeClock } from "../../helpers/clock.ts";

type Parts = WorkerParts<string>;

test("where no slot is free and the table cannot be read, who expects work is not refused: it is looked at again later", () => {
  const clock = createFakeClock();
  const reported: unknown[] = [];
  const alarms: unknown[] = [];
  const failure = new Error("disk I/O error");
  const lane = {
    working: { slots: 1, semaphore: createSemaphore(0) },
    waiting: { slots: 0, semaphore: createSemaphore(0) },
  };
  const context = {
    workspaceId: "w",
    clock,
    lanes: { turns: lane, background: lane },
    mailbox: {
      read: () => {
        throw failure;
      },
    },
    schedule: { set: (_workspaceId: string, { dueAt }: { dueAt: number | null }) => void alarms.push(dueAt) },
    report: (_what: string, error: unknown) => void reported.push(error),
    watch: () => null,
  };
  const worker = createWorker<string>({
    context: context as unknown as Parts["context"],
    rules: { table: { kindsOf: () => ["turn"] } } as unknown as Parts["rules"],
    onTurn: () => undefined,
  });
  worker.expect();
  assert.deepEqual([reported, alarms], [[failure], [clock.now() + 5000]]);
});
