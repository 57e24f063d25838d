/** Images in chats, in a real browser: added by button, paste and drop, taken away, sent, refused, seen in full. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { png } from "../helpers/images.ts";
import { until } from "../helpers/wait.ts";
import { furnishedSuite, skip } from "./helpers/suite.ts";

const suite = furnishedSuite();
const { visit } = suite;

const choose = (page: Page, name: string, buffer: Buffer, mimeType = "image/png") =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType, buffer });

/** Puts a file into a paste or a drop at the field, as the platform does. */
const hand = (page: Page, how: "paste" | "drop", bytes: Buffer) =>
  page.evaluate(`{
    const data = new DataTransfer();
    const file = Uint8Array.from(atob("${bytes.toString("base64")}"), (one) => one.charCodeAt(0));
    data.items.add(new File([file], "${how}.png", { type: "image/png" }));
    const how = { bubbles: true, cancelable: true };
    const event = "${how}" === "paste"
      ? new ClipboardEvent("paste", { ...how, clipboardData: data })
      : new DragEvent("drop", { ...how, dataTransfer: data });
    document.querySelector(".say textarea").dispatchEvent(event);
  }`);

/** Pixels of each image that matches; 0 for one that is not drawn. */
const widthsOf = (page: Page, selector: string) =>
  page.evaluate<string>(`[...document.querySelectorAll("${selector}")].map((image) => image.naturalWidth).join()`);

const drawn = (page: Page, selector: string, widths: string) =>
  until(
    `${selector} is ${widths}`,
    () => widthsOf(page, selector),
    (found) => found === widths,
  );

test("images are added by button, paste and drop, taken away, and sent", { skip, rules: ["images.sent"] }, async () => {
  const { page, close } = await visit("/chats/new");
  await choose(page, "card.png", png(30, 20));
  await hand(page, "paste", png(31, 20));
  await hand(page, "drop", png(32, 20));
  const previews = page.locator(".preview");
  await until(
    "three previews",
    () => previews.count(),
    (count) => count === 3,
  );
  await drawn(page, ".preview img", "30,31,32");
  await page.getByRole("button", { name: "Take away paste.png" }).click();
  await until(
    "two previews",
    () => previews.count(),
    (count) => count === 2,
  );
  await page.locator(".say textarea").fill("What is open?");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.locator(".message.user .image").nth(1).waitFor();
  assert.equal(await previews.count(), 0);
  await drawn(page, ".message.user .image img", "30,32");
  await page.getByRole("button", { name: "Open image 2 of 2" }).click();
  const full = page.getByRole("dialog", { name: "Image" });
  await full.waitFor();
  await drawn(page, "dialog img", "32");
  await page.keyboard.press("Escape");
  await full.waitFor({ state: "detached" });
  await close();
});

test("what is refused says why, and the rest is sent", { skip, rules: ["images.refused"] }, async () => {
  const { page, close } = await visit("/chats/new");
  await choose(page, "notes.txt", Buffer.from("words"), "text/plain");
  await page.getByText("No PNG, JPEG, WebP or GIF").waitFor();
  await choose(page, "broken.png", Buffer.from("no image at all"));
  await page.getByText("although its Content-Type says image/png", { exact: false }).waitFor();
  for (let n = 0; n < 5; n += 1) await choose(page, `${n}.png`, png(20 + n, 20));
  await page.getByText("A message takes 4 images").waitFor();
  await page.locator(".say textarea").fill("What is open?");
  await page.keyboard.press("Enter");
  await page.locator(".message.user .image").nth(3).waitFor();
  await close();
});

test("an image whose sending had no answer is tried again", { skip }, async () => {
  const { page, close } = await visit("/chats/new");
  const uploads = "**/attachments";
  await page.route(uploads, (route) => route.abort());
  await choose(page, "card.png", png(36, 20));
  const failed = page.locator(".preview", { hasText: "card.png: The service did not answer." });
  await failed.waitFor();
  await choose(page, "notes.txt", Buffer.from("words"), "text/plain");
  await page.getByText("No PNG, JPEG, WebP or GIF").waitFor();
  assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 1, "a file that is no image has none");
  await page.unroute(uploads);
  await failed.getByRole("button", { name: "Try again" }).click();
  await drawn(page, ".preview img", "36");
  await page.locator(".say textarea").fill("What is open?");
  await page.keyboard.press("Enter");
  await drawn(page, ".message.user .image img", "36");
  await close();
});

test("an image that is one too many when it is tried again can be tried once more", { skip }, async () => {
  const { page, close } = await visit("/chats/new");
  const uploads = "**/attachments";
  await page.route(uploads, (route) => route.abort());
  await choose(page, "card.png", png(36, 20));
  const card = page.locator(".preview", { hasText: "card.png" });
  const again = card.getByRole("button", { name: "Try again" });
  await again.waitFor();
  await page.unroute(uploads);
  for (let n = 1; n <= 4; n += 1) await choose(page, `${n}.png`, png(20 + n, 20));
  await again.click();
  await card.getByText("A message takes 4 images", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Take away 1.png" }).click();
  await again.click();
  await drawn(page, ".preview img", "36,22,23,24");
  await close();
});

test("a link that has ended is asked for again", { skip, rules: ["recordings.links"] }, async () => {
  const { page, close } = await visit("/chats/new");
  await choose(page, "card.png", png(33, 20));
  await page.locator(".say textarea").fill("What is open?");
  await page.keyboard.press("Enter");
  const image = ".message.user .image img";
  await drawn(page, image, "33");
  await page.evaluate(`document.querySelector("${image}").src = "/app/v1/images/ended"`);
  await drawn(page, image, "33");
  await close();
});

test("what failed is sent again with its images", { skip, rules: ["images.once"] }, async () => {
  const { page, close } = await visit("/chats/new");
  await choose(page, "card.png", png(34, 20));
  await choose(page, "sign.png", png(35, 20));
  await page.locator(".say textarea").fill("fail");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Send again" }).click();
  await drawn(page, ".message.user .image img", "34,35,34,35");
  const [, chatId = ""] = /\/chats\/([0-9a-f-]{36})$/.exec(page.url()) ?? assert.fail("the address names no chat");
  const { data } = await suite.service.ok("listMessages", { path: { chatId } });
  const sent = data.filter(({ role }) => role === "user");
  assert.deepEqual(
    sent.map(({ text, attachments }) => [text, attachments?.length]),
    [
      ["fail", 2],
      ["fail", 2],
    ],
  );
  await close();
});
