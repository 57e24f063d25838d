/** Notes of a recording stay in the browser until the service has them, as its sound does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { withoutBrowser } from "./helpers/browser.ts";
import {
  hear,
  nothingIsHeld,
  onlyRecording,
  recordingSuite,
  restarted,
  safeSeconds,
  safeUpTo,
} from "./helpers/recorded.ts";

const skip = withoutBrowser && "there is no Chromium";
const { recording } = recordingSuite();

/** In the page: no note reaches the service, while sound does. */
const losesNotes = `WebSocket.prototype.send = new Proxy(WebSocket.prototype.send, {
  apply: (send, socket, [data]) => String(data).startsWith('{"type":"note"') || send.call(socket, data),
})`;

/** In a page of the service: all sound that the browser holds is gone, as if the service had it. */
const endSound = `new Promise((resolve) => {
  const opening = indexedDB.open("dayshift-sound");
  opening.onsuccess = () => {
    const change = opening.result.transaction("blocks", "readwrite");
    change.objectStore("blocks").clear();
    change.oncomplete = () => (opening.result.close(), resolve());
  };
})`;

const field = (page: Page) => page.getByRole("textbox", { name: "Write a note at this second" });

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.keyboard.press("Enter");
  await page.getByRole("listitem").getByText(text).waitFor();
}

const notes = (page: Page) => page.getByRole("region", { name: "Notes", exact: true });
const recovered = (page: Page) => page.getByText("A recording was cut off when its page was closed.").waitFor();

test("notes of a page that was closed without a connection are sent by the next one", { skip }, async (t) => {
  const recorded = await recording(t);
  const { service, page } = recorded;
  const { id } = await onlyRecording(recorded);
  await write(page, "While it answers");
  await safeUpTo(page, (await safeSeconds(page)) + 1); // sound that was sent after the note
  await service.kill();
  await write(page, "While it is gone");
  await hear(page, 1);
  const again = await page.context().newPage();
  await page.close();
  const next = await restarted(t, recorded);
  await again.goto(`${next.url}/captures/${id}`);
  await recovered(again);
  await notes(again).getByText("While it is gone").waitFor();
  for (const text of ["While it answers", "While it is gone"])
    assert.equal(await notes(again).getByText(text).count(), 1, text);
  await nothingIsHeld(again);
});

test("a note is sent by the next page also where the service has all of the sound", { skip }, async (t) => {
  const recorded = await recording(t, losesNotes);
  const { service, page } = recorded;
  const { id } = await onlyRecording(recorded);
  await write(page, "Not sent");
  const again = await page.context().newPage();
  await page.close();
  await again.goto(`${service.url}/healthz`);
  await again.evaluate(endSound);
  await again.goto(`${service.url}/captures/${id}`);
  await recovered(again);
  await notes(again).getByText("Not sent").waitFor();
  await nothingIsHeld(again);
});

test(
  "a note that is half written is there on the way back, and goes along when the recording is stopped",
  { skip },
  async (t) => {
    const { page } = await recording(t);
    await field(page).fill("Half");
    await page.getByRole("link", { name: /^Today/ }).click();
    await page.goBack();
    await field(page).press("End");
    await field(page).pressSequentially(" written");
    await page.getByRole("button", { name: "Stop" }).click();
    await notes(page).getByText("Half written").waitFor();
  },
);
