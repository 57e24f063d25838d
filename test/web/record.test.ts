/** Recording in a real browser from a fake microphone that plays a file: what is said to be safe is on the disk, also of a service that was killed and of a page that was closed. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { startService } from "../bench/service.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { until } from "../helpers/wait.ts";
import { withoutBrowser } from "./helpers/browser.ts";
import { hasty } from "./helpers/hasty.ts";
import {
  hear,
  nothingIsHeld,
  onDisk,
  onlyRecording,
  recordingSuite,
  restarted,
  safeSeconds,
  safeUpTo,
  signIn,
} from "./helpers/recorded.ts";
import { morning, startWebService } from "./helpers/service.ts";

const skip = withoutBrowser && "there is no Chromium";
const { open, recording } = recordingSuite();

/** In the page: the connection that takes the sound is said to be closed when `letClose` is called, and not before. */
const closesLate = `{
  const late = new Promise((resolve) => (window.letClose = resolve));
  WebSocket = class extends WebSocket {
    addEventListener(type, listener) {
      const isLate = type === "close" && this.url.endsWith("/audio");
      super.addEventListener(type, isLate ? (event) => late.then(() => listener(event)) : listener);
    }
  };
}`;

test(
  "what is safe is on the disk of a service that is killed, and the recording goes on by itself",
  { skip },
  async (t) => {
    const recorded = await recording(t);
    const { service, page, dataDir, workspaceId } = recorded;
    const { id } = await onlyRecording(recorded);
    const said = await safeSeconds(page);
    await service.kill();
    assert.ok(onDisk(dataDir, workspaceId, id).seconds >= said, "as much as was said is on the disk");
    await page.getByText("Connection lost. The recording goes on here.").waitFor();
    await restarted(t, recorded);
    await safeUpTo(page, said + 3);
    await page.getByRole("textbox", { name: "Write a note at this second" }).fill("After the break");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await page.getByRole("heading", { name: "After the break" }).waitFor();
    await page.getByRole("region", { name: "Notes", exact: true }).getByText("After the break").waitFor();
    assert.ok(page.url().endsWith(id));
    const { seconds, silenceMs } = onDisk(dataDir, workspaceId, id);
    assert.ok(seconds >= said + 3 && silenceMs < 100, `${silenceMs} ms of silence in ${seconds} s`);
    await nothingIsHeld(page);
  },
);

test("a page that was closed while nothing could be sent sends it when it is opened again", { skip }, async (t) => {
  const recorded = await recording(t);
  const { service, page, dataDir, workspaceId } = recorded;
  const { id } = await onlyRecording(recorded);
  await service.kill();
  const heard = await hear(page, 2);
  const context = page.context();
  await page.close();
  const next = await restarted(t, recorded);
  const again = await context.newPage();
  await again.goto(`${next.url}/captures/${id}`);
  await again.getByText("A recording was cut off when its page was closed.").waitFor();
  const { seconds, silenceMs } = onDisk(dataDir, workspaceId, id);
  assert.ok(seconds >= heard - 0.2 && silenceMs < 100, `${silenceMs} ms of silence in ${seconds} s of ${heard}`);
  await nothingIsHeld(again);
});

test("a recording that is discarded is on no disk", { skip }, async (t) => {
  const recorded = await recording(t);
  const { page, service, session, workspaceId } = recorded;
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await page.getByText("No notes or recordings yet.").waitFor();
  const headers = { authorization: `Bearer ${session}`, "x-workspace-id": workspaceId };
  const answer = await fetch(`${service.url}/api/v1/captures?includeArchived=true`, { headers });
  assert.deepEqual(((await answer.json()) as { data: unknown[] }).data, []);
});

/** A page of a service in this process, and what begins a recording there. */
async function beginning(t: TestContext) {
  const service = await startWebService(t);
  const options = { now: morning, session: service.session };
  const { page, close } = await open(service.url, "/captures/record", options);
  const start = () => page.getByRole("button", { name: "Start recording" }).click();
  return { page, close, start };
}

const begins = /\/api\/v1\/captures$/;

test("a recording goes on for as long as the service cannot begin it, and is safe then", { skip }, async (t) => {
  const { page, close, start } = await beginning(t);
  await page.addInitScript(hasty);
  await page.reload();
  let asked = 0;
  await page.route(begins, (route) => {
    asked += 1;
    return route.fulfill({ status: 503, body: "Bad gateway" });
  });
  await start();
  await until(
    "it is asked for longer than a change is",
    async () => asked,
    (count) => count > 20,
  );
  await page.unroute(begins);
  await safeUpTo(page, 1);
  await close();
});

test("a recording that is discarded before the service has begun it is removed there", { skip }, async (t) => {
  const { page, close, start } = await beginning(t);
  const held = Promise.withResolvers<void>();
  await page.route(begins, async (route) => {
    await held.promise;
    return route.continue();
  });
  await start();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Record", exact: true }).first().waitFor();
  const removed = page.waitForResponse((one) => one.request().method() === "DELETE");
  held.resolve();
  assert.ok((await removed).ok());
  await close();
});

/** In the page: what is to be held on the device is refused, as by a disk that is full. */
const full = `{
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (names, mode) {
    const made = begin.call(this, names, mode);
    if (this.name === "dayshift-sound" && mode === "readwrite") queueMicrotask(() => made.abort());
    return made;
  };
}`;

test("a recording goes on where the device takes none of its sound", { skip }, async (t) => {
  const { page, close, start } = await beginning(t);
  await page.evaluate(full);
  await start();
  await safeUpTo(page, 1);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await close();
});

/** In the page: the microphone is gone once `unplug` is called, as the browser says it. */
const pluggable = `{
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted);
    window.unplug = () => {
      for (const track of stream.getTracks()) track.stop(), track.dispatchEvent(new Event("ended"));
    };
    return stream;
  };
}`;

test("a recording whose microphone is unplugged ends there, says so, and is safe", { skip }, async (t) => {
  const recorded = await recording(t, pluggable);
  const { page } = recorded;
  await page.evaluate("unplug()");
  await page.getByText("The microphone was unplugged", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Start recording" }).waitFor();
  const ended = () => onlyRecording(recorded);
  await until("it has ended on the service", ended, ({ status }) => status !== "recording");
});

test("where no sound comes it is said why", { skip }, async (t) => {
  const service = await startService({ dataDir: tempDir(t) });
  t.after(() => service.kill());
  const { session } = await signIn(service.url);
  const { page, close } = await open(service.url, "/captures/record", { now: Date.now(), session });
  const refuse = (name: string) =>
    page.evaluate(`navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("", "${name}"); }`);
  for (const [name, words] of [
    ["NotAllowedError", /was not allowed/],
    ["NotFoundError", /There is no microphone/],
    ["NotReadableError", /Another program may be using it/],
  ] as const) {
    await refuse(name);
    await page.getByRole("button", { name: "Start recording" }).click();
    await page.getByRole("alert").getByText(words).waitFor();
  }
  await page.reload();
  // A device that opens, and whose context never runs.
  await page.evaluate(
    "AudioContext = class extends AudioContext { constructor() { super(); void this.suspend(); } async resume() {} }",
  );
  await page.getByRole("button", { name: "Start recording" }).click();
  await page
    .getByRole("status")
    .getByText(/No sound arrives/)
    .waitFor();
  await page.addInitScript("Object.defineProperty(window, 'isSecureContext', { value: false })");
  await page.reload();
  await page
    .getByRole("alert")
    .getByText(/secure addresses alone/)
    .waitFor();
  await page.getByText("How to set up TLS").click();
  await page.getByText(`reverse_proxy 127.0.0.1:${new URL(service.url).port}`).waitFor();
  await close();
});

test("without minutes it is said, and where to look", { skip }, async (t) => {
  const service = await startWebService(t, { configuration: { minutesPerMonth: 0 } });
  const { page, close } = await open(service.url, "/captures/record", {
    now: morning,
    session: service.session,
  });
  await page.getByRole("button", { name: "Start recording" }).click();
  const said = page.getByRole("alert");
  await said
    .getByText(/minutes/)
    .first()
    .waitFor();
  await said.getByRole("button", { name: "See the minutes" }).click();
  await page.getByRole("region", { name: "Minutes of agents" }).waitFor();
  await close();
});

test(
  "a recording is stopped by who went away and comes back to it, by the list or by the head",
  { skip },
  async (t) => {
    const { page } = await recording(t, closesLate);
    await page.getByRole("link", { name: "Today" }).click();
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    await page.getByRole("link", { name: /^Captures/ }).click();
    const aside = page.getByRole("region", { name: "All notes and recordings" });
    await aside.getByRole("button", { name: /Recording now/ }).click();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await page.getByRole("link", { name: /^Captures/ }).click();
    await aside.getByRole("button", { name: "Recording", exact: true }).click();
    await page.getByRole("button", { name: "Stop" }).click();
    await aside.getByRole("button", { name: "Record", exact: true }).waitFor();
    await page.evaluate("letClose()");
    assert.equal(await page.locator(".now-recording").count(), 0, "the sidebar counts no seconds any more");
    await aside.getByRole("button", { name: "Record", exact: true }).click();
    await page.getByRole("button", { name: "Stop" }).waitFor();
  },
);
