/** Answers of the service about a recording that do not come, or that ask to wait. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { toError } from "../../src/client/errors.ts";
import { untilAnswered } from "../../src/web/audio/until-answered.ts";
import { until } from "../helpers/wait.ts";
import { withoutBrowser } from "./helpers/browser.ts";
import {
  hear,
  nothingIsHeld,
  onDisk,
  onlyRecording,
  recordingSuite,
  recordings,
  restarted,
  secondsOnDevice,
} from "./helpers/recorded.ts";

const skip = withoutBrowser && "there is no Chromium";
const { recording } = recordingSuite();

/** In the page: from `deafen` on, no answer comes on the connection that takes the sound now. */
const deafened = `{
  let isDeaf = false;
  window.deafen = () => (isDeaf = true);
  WebSocket = class extends WebSocket {
    addEventListener(type, listener) {
      const isAnswer = type === "message" && this.url.endsWith("/audio") && !isDeaf;
      super.addEventListener(type, isAnswer ? (event) => isDeaf || listener(event) : listener);
    }
  };
}`;

/** For `addInitScript`: no page learns that a recording has ended, nor that its connection has. */
const unended = `WebSocket = class extends WebSocket {
  addEventListener(type, listener) {
    if (!this.url.endsWith("/audio")) return super.addEventListener(type, listener);
    if (type !== "close") super.addEventListener(type, (event) => String(event.data).includes("stopped") || listener(event));
  }
};`;

test("what the service has of a recording is not left here where its answers did not come", { skip }, async (t) => {
  const recorded = await recording(t, deafened);
  const { page, dataDir, workspaceId } = recorded;
  const { id } = await onlyRecording(recorded);
  await page.evaluate("deafen()");
  const heard = await hear(page, 2);
  await page.getByRole("textbox", { name: "Write a note at this second" }).fill("Only once");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await page.getByRole("region", { name: "Notes", exact: true }).getByText("Only once").waitFor();
  await nothingIsHeld(page);
  assert.equal((await recordings(recorded)).length, 1);
  assert.ok(onDisk(dataDir, workspaceId, id).seconds >= heard);
});

test("what the next page has sent is not on the device any more, although it has not ended", { skip }, async (t) => {
  const recorded = await recording(t);
  const { service, page } = recorded;
  await service.kill();
  await hear(page, 2);
  const again = await page.context().newPage();
  await again.addInitScript(unended);
  await page.close();
  const next = await restarted(t, recorded);
  await again.goto(`${next.url}/captures`);
  await until(
    "no sound is on the device",
    () => secondsOnDevice(again),
    (seconds) => seconds === 0,
  );
});

test("a service that asks to be left alone for longer than a change waits is left alone", async () => {
  const busy = toError(new Response(null, { status: 503, headers: { "retry-after": "120" } }), null);
  const asked: number[] = [];
  let now = 0;
  const later = (milliseconds: number, act: () => void) => {
    const timer = setImmediate(() => ((now += milliseconds), act()));
    return () => clearImmediate(timer);
  };
  const ports = { now: () => now, later, newKey: () => "", random: () => 0 };
  await untilAnswered(ports, async () => {
    if (asked.push(now) < 3) throw busy;
  });
  assert.deepEqual(asked, [0, 120_000, 240_000]);
});
