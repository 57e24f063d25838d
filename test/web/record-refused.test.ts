/** A recording of which the service takes no more: what was heard since stays in the browser until the person says what becomes of it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test, type TestContext } from "node:test";
import type { Download, Page } from "playwright-core";
import { wavHeaderSize } from "../../src/schema/pcm.ts";
import { owner } from "../helpers/owner.ts";
import { until } from "../helpers/wait.ts";
import { withoutBrowser } from "./helpers/browser.ts";
import { cuttable } from "./helpers/cuttable.ts";
import { answeredByProxy, hear, nothingIsHeld, recordingSuite, safeUpTo } from "./helpers/recorded.ts";
import { morning, startWebService } from "./helpers/service.ts";

const skip = withoutBrowser && "there is no Chromium";
const { open } = recordingSuite();

/** For `addInitScript`: from `fill` on the device is full: it takes no more sound. */
const fillable = `{
  let isFull = false;
  window.fill = () => (isFull = true);
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...given) {
    if (isFull && this.name === "blocks") this.transaction.abort();
    else return put.apply(this, given);
  };
}`;

/** A recording of which a second is safe, and two more were heard since its connection is refused. */
async function cutOff(t: TestContext) {
  const service = await startWebService(t);
  const { page, close } = await open(service.url, "/captures/record", { now: morning, session: service.session });
  await page.addInitScript(cuttable);
  await page.addInitScript(fillable);
  await page.reload();
  await page.getByRole("button", { name: "Start recording" }).click();
  await safeUpTo(page, 1);
  await page.evaluate("cut()");
  await page.getByText("Connection lost. The recording goes on here.").waitFor();
  await hear(page, 2);
  const [{ id: captureId } = assert.fail("There is no recording.")] = (await service.ok("listCaptures", {})).data;
  return { service, page, close, captureId };
}

/** How long a WAV file of one channel plays. */
const secondsOf = (bytes: Buffer): number => (bytes.length - wavHeaderSize) / (2 * bytes.readUInt32LE(24));

/** Each recording of which something is left; inside it are its notes. */
const left = (page: Page) => page.getByRole("list", { name: "Sound on this device alone" }).locator("> li");

test("what is heard after a recording has ended on the service is sent as a new one", { skip }, async (t) => {
  const { service, page, close, captureId } = await cutOff(t);
  await page.getByRole("textbox", { name: "Write a note at this second" }).fill("Only here");
  await page.keyboard.press("Enter");
  await service.ok("stopCapture", { path: { captureId } });
  await page
    .getByRole("status")
    .getByText("The service takes no more of this recording. It has ended there.")
    .waitFor();
  await page.getByRole("button", { name: "Show the rest" }).click();
  await left(page).waitFor();
  // A page that is loaded again has it still, and sends nothing by itself.
  await page.reload();
  await left(page).getByText("It has ended there.", { exact: false }).waitFor();
  const [written = ""] = await left(page).getByRole("listitem").allTextContents();
  assert.match(written, /^0:\d\d Only here$/);
  await left(page).getByRole("button", { name: "Send as a new recording" }).click();
  await page.getByText("The sound is on the service now, as a new recording.").waitFor();
  await left(page).waitFor({ state: "detached" });
  await nothingIsHeld(page);
  const { data } = await service.ok("listCaptures", {});
  const [sent, ...rest] = data;
  assert.equal(rest.map(({ id }) => id).join(), captureId);
  const { notes } = await service.ok("getCapture", { path: { captureId: sent?.id ?? "" } });
  assert.match(notes ?? "", /^\[0:\d\d\] Only here$/);
  assert.ok((notes ?? "") < `[${written}`, `${notes} counts from where the new recording begins, ${written} did not`);
  assert.ok((sent?.durationSeconds ?? 0) >= 2, `${sent?.durationSeconds} seconds`);
  await close();
});

test("what a device that became full holds a part of is saved as files from memory", { skip }, async (t) => {
  const { service, page, close, captureId } = await cutOff(t);
  await page.evaluate("fill()");
  const seconds = async () => Number(/0:(\d\d)/.exec((await page.getByRole("timer").textContent()) ?? "")?.[1]);
  const before = await seconds();
  await until("more was heard", seconds, (now) => now > before + 2);
  await page.getByRole("textbox", { name: "Write a note at this second" }).fill("Only here");
  await page.keyboard.press("Enter");
  await service.ok("stopCapture", { path: { captureId } });
  const files: Download[] = [];
  page.on("download", (file) => files.push(file));
  await page.getByRole("status").getByRole("button", { name: "Save as a file" }).click();
  await until(
    "both are saved",
    async () => files.length,
    (count) => count === 2,
  );
  const [sound = "", notes = ""] = await Promise.all(files.map((file) => file.path()));
  assert.ok(secondsOf(readFileSync(sound)) >= 4);
  assert.match(readFileSync(notes, "utf8"), /^\[0:\d\d\] Only here$/);
  await close();
});

test("what is left on a device that is full is sent as a new recording", { skip }, async (t) => {
  const { service, page, close, captureId } = await cutOff(t);
  await service.ok("stopCapture", { path: { captureId } });
  await page.getByRole("button", { name: "Show the rest" }).click();
  await page.evaluate("mend(), fill()");
  await left(page).getByRole("button", { name: "Send as a new recording" }).click();
  await page.getByText("The sound is on the service now, as a new recording.").waitFor();
  await nothingIsHeld(page);
  const [sent] = (await service.ok("listCaptures", {})).data;
  assert.notEqual(sent?.id, captureId);
  assert.ok((sent?.durationSeconds ?? 0) >= 2, `${sent?.durationSeconds} seconds`);
  await close();
});

test("what a proxy answers in its place ends no recording", { skip }, async (t) => {
  const { page, close, captureId } = await cutOff(t);
  for (const status of [404, 403]) await (await answeredByProxy(page, captureId, status))(1);
  await page.unrouteAll();
  await page.evaluate("mend()");
  await safeUpTo(page, 3);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await nothingIsHeld(page);
  await close();
});

test("what is left of a recording that was erased is saved as a file, and discarded", { skip }, async (t) => {
  const { service, page, close, captureId } = await cutOff(t);
  await page.getByRole("textbox", { name: "Write a note at this second" }).fill("Half written");
  await service.ok("deleteCapture", { path: { captureId }, query: { permanent: true } });
  await page.getByRole("button", { name: "Show the rest" }).click();
  await left(page).getByText("It was erased there.", { exact: false }).waitFor();
  await left(page).getByText("Half written").waitFor();
  const coming = page.waitForEvent("download");
  await left(page).getByRole("button", { name: "Save as a file" }).click();
  const file = await coming;
  assert.equal(file.suggestedFilename(), "recording-2026-03-10T09-41-00.wav");
  assert.ok(secondsOf(readFileSync(await file.path())) >= 2);
  await left(page).getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await left(page).waitFor({ state: "detached" });
  await nothingIsHeld(page);
  await close();
});

test("what was heard is kept where the service begins no recording", { skip }, async (t) => {
  const service = await startWebService(t, { configuration: { minutesPerMonth: 0 } });
  const { page, close } = await open(service.url, "/captures/record", { now: morning, session: service.session });
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/captures$/, async (route) => {
    await held.promise;
    return route.continue();
  });
  await page.getByRole("button", { name: "Start recording" }).click();
  await hear(page, 2);
  held.resolve();
  await left(page)
    .getByText(/minutes/)
    .waitFor();
  await close();
});

test("what is left of a recording whose session is over is sent by the next one", { skip }, async (t) => {
  const { service, page, close } = await cutOff(t);
  const { token } = await service.ok("createSession", { body: owner });
  await service.ok("endSession", {});
  service.session = token;
  await page.getByRole("dialog", { name: /session ended/ }).waitFor();
  await page.evaluate("mend()");
  await page.getByText("Its session is over", { exact: false }).first().waitFor();
  await page.context().addCookies([{ name: "dayshift_session", value: token, url: service.url }]);
  await page.reload();
  await page.getByRole("link", { name: /^Captures/ }).click();
  await left(page).getByRole("button", { name: "Send as a new recording" }).click();
  await page.getByText("The sound is on the service now, as a new recording.").waitFor();
  await nothingIsHeld(page);
  await close();
});
