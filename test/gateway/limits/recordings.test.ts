/** What recordings may bring: speech, how many are open, and a disk that is nearly full. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { limits } from "../../../src/schema/limits.ts";
import { createDiskReserve } from "../../../src/server/base/disk-reserve.ts";
import { openChannel } from "../../helpers/channel.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { begin, openRecording } from "../../helpers/recordings.ts";
import { startTestService } from "../../helpers/service.ts";
import { asTimePasses } from "../../helpers/settle.ts";

const service = await startTestService({ after });

test("a recording takes 2 MB of speech", { rules: ["limits.text-frames"] }, async () => {
  const capture = await openRecording(service);
  const channel = await begin(capture.stream);
  const text = "a".repeat(10_000);
  const count = limits.segments.each.max / text.length;
  for (let n = 0; n <= count; n++) channel.send({ type: "segment", startMs: n, endMs: n, text });
  await asTimePasses(service.clock, "one is refused", () => channel.said.some(({ type }) => type === "error"), 100);
  const refused = channel.said.find(({ type }) => type === "error");
  assert.deepEqual([refused?.code, refused?.param], ["payload_too_large", "text"]);
  assert.equal(channel.said.filter(({ type }) => type === "segment").length, count);
  const again = await begin(capture.stream);
  again.send({ type: "segment", startMs: 0, endMs: 0, text: "one more" });
  assert.equal((await again.next("error")).code, "payload_too_large");
  await service.ok("stopCapture", { path: { captureId: capture.id } });
});

test("ten recordings are open at once", { rules: ["limits.quotas"] }, async () => {
  const { key } = await service.addWorkspace("Busy");
  const opened = [];
  for (let n = 0; n < limits.openRecordings.workspace.max; n++) opened.push(await openRecording(service, {}, key));
  const body = { type: "recording" };
  const refused = await service.refuses("createCapture", { body, credential: key }, "resource_conflict");
  assert.match(refused.message, /at most 10 recordings/);
  await service.ok("stopCapture", { path: { captureId: opened[0]?.id ?? "" }, credential: key });
  await openRecording(service, {}, key);
});

test("below the reserve of free disk captures are refused", { rules: ["limits.disk"] }, async (t) => {
  const full = await startTestService(t);
  const capture = await openRecording(full);
  await full.restart({ diskReserveMegabytes: 100_000_000 });
  for (const body of [{ type: "note", content: "Hello" }, { type: "recording" }]) {
    const answer = await full.call("createCapture", { body });
    assert.deepEqual([answer.status, answer.headers["retry-after"]], [500, "60"]);
  }
  const url = `${full.url.replace("http", "ws")}/app/v1/captures/${capture.id}/audio`;
  await assert.rejects(openChannel({ ...capture.stream, url }), { status: 500 });
  await full.ok("createTodo", { body: { title: "Free some disk" } });
});

test("how much is free is asked once a second", { rules: ["limits.disk"] }, async () => {
  const clock = createFakeClock();
  let asked = 0;
  let free = 2_000_000;
  const freeBytes = async (): Promise<number> => {
    asked += 1;
    return free;
  };
  const requireDisk = createDiskReserve({ dataDir: ".", diskReserveMegabytes: 1, clock, freeBytes });
  await requireDisk();
  free = 0;
  await requireDisk();
  assert.equal(asked, 1);
  clock.advance(1000);
  await assert.rejects(requireDisk(), { code: "internal_error" });
});
