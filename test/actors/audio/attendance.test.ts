/** The look at a running recording once a minute: whether its credential still holds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAttendance } from "../../../src/actors/audio/attendance.ts";
import { createSession } from "../../../src/actors/audio/session.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { eventually } from "../../helpers/settle.ts";

type Parts = Parameters<typeof createAttendance>[0];

test("a directory that does not answer ends no recording; a credential without the right does", async () => {
  const clock = createFakeClock();
  const reports: unknown[] = [];
  let scopes = (): Promise<string[]> => Promise.reject(new Error("the directory does not answer"));
  const close = async (): Promise<void> => undefined;
  const writer = { receivedMs: 0, receivedBytes: 0, close } as unknown as Parameters<typeof createSession>[0];
  const session = createSession(writer, { id: "one", captureId: "capture", clock, isUpload: false });
  const attendance = createAttendance({
    clock,
    mailbox: { read: () => ({ recording: { caller: {} } }) } as unknown as Parts["mailbox"],
    access: { currentScopes: () => scopes() } as unknown as Parts["access"],
    report: (_what, error) => void reports.push(error),
    write: async () => undefined,
  });
  attendance.begin(session);
  clock.advance(60_000);
  await eventually("the failure is reported", () => reports.length === 1);
  assert.equal(session.isOver, false);
  scopes = async () => ["captures:read"];
  await eventually("it looks again", () => {
    clock.advance(1000);
    return session.isOver;
  });
  assert.deepEqual(await session.over, { type: "forbidden" });
  assert.equal(reports.length, 1);
});
