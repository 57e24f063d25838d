/** A recording that is discarded while the service cannot be reached: nothing of it is sent any more, and what the service has of it is erased. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { withoutBrowser } from "./helpers/browser.ts";
import {
  answeredByProxy,
  hear,
  nothingIsHeld,
  onlyRecording,
  recordings,
  recordingSuite,
  restarted,
  secondsOnDevice,
  type Recorded,
} from "./helpers/recorded.ts";
import { morning, startWebService } from "./helpers/service.ts";

const skip = withoutBrowser && "there is no Chromium";
const { open, recording } = recordingSuite();

/** Discards the recording, and waits until no sound of it is here. */
async function discard(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Record", exact: true }).first().waitFor();
  assert.equal(await secondsOnDevice(page), 0);
}

/** Counts the connections that send sound from now on. */
function sending(page: Page): () => number {
  let count = 0;
  page.on("websocket", (socket) => (count += socket.url().endsWith("/audio") ? 1 : 0));
  return () => count;
}

/** Nothing is left to be done here, and the service has nothing of it. */
async function erased(recorded: Recorded, page: Page): Promise<void> {
  await nothingIsHeld(page);
  assert.deepEqual(await recordings(recorded), []);
}

/** The service is gone while the page records; a part of it is safe there, and more was heard since. */
async function cutOff(recorded: Recorded): Promise<void> {
  await onlyRecording(recorded);
  await recorded.service.kill();
  await recorded.page.getByText("Connection lost. The recording goes on here.").waitFor();
  await hear(recorded.page, 1);
}

test("what is discarded without a connection is erased when it is back", { skip }, async (t) => {
  const recorded = await recording(t);
  const { page } = recorded;
  await cutOff(recorded);
  await discard(page);
  const sent = sending(page);
  await page.getByText("What the service has of it is erased once it answers.").waitFor();
  await restarted(t, recorded);
  await erased(recorded, page);
  assert.equal(sent(), 0);
});

test("what a proxy answers erases nothing: the service is asked until it does", { skip }, async (t) => {
  const recorded = await recording(t);
  const { page } = recorded;
  const { id } = await onlyRecording(recorded);
  const asked = await answeredByProxy(page, id, 404);
  await discard(page);
  await asked(2);
  await page.unrouteAll();
  await erased(recorded, page);
});

test("what is discarded while its rest waits for the connection is not sent", { skip }, async (t) => {
  const recorded = await recording(t);
  const { page } = recorded;
  await cutOff(recorded);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Keep this page open until the service answers.", { exact: false }).waitFor();
  await discard(page);
  const sent = sending(page);
  await restarted(t, recorded);
  await erased(recorded, page);
  assert.equal(sent(), 0);
  assert.ok(page.url().endsWith("/captures"));
});

test("what was discarded is erased at the next start of a page that was closed before", { skip }, async (t) => {
  const recorded = await recording(t);
  const { page } = recorded;
  await cutOff(recorded);
  await discard(page);
  const context = page.context();
  await page.close();
  const { url } = await restarted(t, recorded);
  await onlyRecording(recorded);
  const again = await context.newPage();
  const sent = sending(again);
  await again.goto(`${url}/today`);
  await erased(recorded, again);
  assert.equal(sent(), 0);
});

test("what was discarded is erased by another page that is open when the connection is back", { skip }, async (t) => {
  const recorded = await recording(t);
  const { page, service } = recorded;
  const other = await page.context().newPage();
  const sent = sending(other);
  await other.goto(`${service.url}/captures`);
  await other.getByRole("button", { name: "Recording of" }).waitFor();
  await cutOff(recorded);
  await other.getByText("Not connected.", { exact: false }).waitFor();
  await discard(page);
  await page.close();
  await restarted(t, recorded);
  await erased(recorded, other);
  assert.equal(sent(), 0);
});

test("a recording of which no answer came is erased when it was discarded and its page closed", { skip }, async (t) => {
  const service = await startWebService(t);
  const options = { now: morning, session: service.session };
  const { page, close } = await open(service.url, "/captures/record", options);
  const begins = /\/api\/v1\/captures$/;
  const made = Promise.withResolvers<void>();
  await page.context().route(begins, async (route) => {
    await route.fetch();
    made.resolve();
    return route.abort();
  });
  await page.getByRole("button", { name: "Start recording" }).click();
  await made.promise;
  await hear(page, 1);
  await discard(page);
  await page.close();
  const { data } = await service.ok("listCaptures", {});
  assert.equal(data.length, 1);
  const context = page.context();
  await context.unroute(begins);
  const again = await context.newPage();
  const sent = sending(again);
  const removed = again.waitForResponse((one) => one.request().method() === "DELETE");
  await again.goto(`${service.url}/today`);
  assert.ok((await removed).ok());
  assert.deepEqual((await service.ok("listCaptures", {})).data, []);
  await nothingIsHeld(again);
  assert.equal(sent(), 0);
  await close();
});
