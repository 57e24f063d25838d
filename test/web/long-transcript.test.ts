/** A meeting of three hours in a real browser: the lines near the sight are drawn, and all of them are found, followed and reached. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { until } from "../helpers/wait.ts";
import { talk } from "./helpers/capture.ts";
import { openStage, skip } from "./helpers/stage.ts";

/** One every five seconds. */
const count = (3 * 60 * 60) / 5;
const textOf = (line: number): string =>
  `This is line ${line} of the meeting.${" It is a longer one, for which one row does not do.".repeat(line % 4)}`;

const { visit, filled: captureId } = await openStage(talk);

/** The pages of its segments, in the shape of the first that the service gives; made here, because a service writes so many one by one. */
async function answerWithAll(page: Page): Promise<void> {
  await page.route(`**/captures/${captureId}/segments?**`, async (route) => {
    const url = new URL(route.request().url());
    const asked = new URL(url);
    asked.searchParams.delete("cursor");
    const response = await route.fetch({ url: asked.href });
    const answer = (await response.json()) as { readonly data: readonly object[] };
    const start = Number(url.searchParams.get("cursor") ?? 0);
    const end = Math.min(count, start + Number(url.searchParams.get("limit")));
    const data = Array.from({ length: end - start }, (_, offset) => {
      const line = start + offset;
      const said = { position: line, startMs: line * 5000, endMs: line * 5000 + 4000, text: textOf(line) };
      return { ...answer.data[0], ...said, speaker: line % 9 < 5 ? "Ana" : "Bo" };
    });
    const hasMore = end < count;
    await route.fulfill({ response, json: { ...answer, data, hasMore, nextCursor: hasMore ? String(end) : null } });
  });
}

/** As if its sound took three hours. */
const longSound = `Object.defineProperty(HTMLMediaElement.prototype, "duration", { get: () => ${count * 5} });
Object.defineProperty(HTMLMediaElement.prototype, "currentTime", {
  get() { return this.second ?? 0; },
  set(second) { this.second = second; this.dispatchEvent(new Event("timeupdate")); },
});
HTMLMediaElement.prototype.play = function () { window.sound = this; return Promise.resolve(); };`;

async function open(query = "", isDrawn = true): Promise<{ readonly page: Page; readonly close: () => Promise<void> }> {
  const { page, close } = await visit("/captures");
  await page.addInitScript(longSound);
  await answerWithAll(page);
  if (!isDrawn)
    await page.route("**/media/**", (route) =>
      route.request().resourceType() === "fetch" ? route.abort() : route.continue(),
    );
  await page.goto(`${new URL(page.url()).origin}/captures/${captureId}${query}`);
  return { page, close };
}

const nodes = async (page: Page): Promise<number> =>
  Number(await page.evaluate("document.querySelectorAll('*').length"));

const toEnd = "document.querySelector('.log').scrollTo(0, 1e7)";

/** The bar of the browser scrolls to what it has found; `find` of a page selects it alone. */
const toFound = `{
  const box = document.querySelector(".log");
  const { top, height } = getSelection().getRangeAt(0).getBoundingClientRect();
  if (height > 0) box.scrollBy(0, top - box.clientHeight / 2);
}`;

/** Resolves when the line is drawn where one sees it; `act` is done before each look. */
async function seen(page: Page, line: number, which = "", act = ""): Promise<void> {
  const found = `[...document.querySelectorAll(${JSON.stringify(`.line${which}`)})].some((row) => {
    const [{ top, bottom }, box] = [row.getBoundingClientRect(), row.closest(".log").getBoundingClientRect()];
    return row.textContent.includes("line ${line} of") && bottom > box.top && top < box.bottom;
  })`;
  await until(
    `line ${line} is in sight`,
    () => page.evaluate(`${act};\n${found}`),
    (isSeen) => isSeen === true,
  );
}

test("where somebody spoke is drawn with few elements while the sound is not", { skip }, async () => {
  const { page, close } = await open("", false);
  await page.getByText("Marked is where somebody spoke").waitFor();
  await until(
    "so few parts are drawn",
    () => page.locator(".strip rect").count(),
    (drawn) => drawn > 100 && drawn <= 201,
  );
  assert.ok((await nodes(page)) <= 1500, String(await nodes(page)));
  await close();
});

test("of three hours few lines are drawn, and each says which it is", { skip }, async () => {
  const { page, close } = await open();
  await page.getByRole("tab", { name: `Transcript ${count}` }).click();
  await seen(page, 0);
  assert.ok((await nodes(page)) <= 1500, String(await nodes(page)));
  for (let step = 0; step < 40; step += 1) {
    await page.evaluate("document.querySelector('.log').scrollBy(0, 1900)");
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
    assert.ok((await nodes(page)) <= 1500, `${step}: ${await nodes(page)}`);
  }
  await seen(page, count - 1, "", toEnd);
  const last = page.getByRole("listitem").filter({ hasText: `line ${count - 1} of` });
  assert.deepEqual(
    [await last.getAttribute("aria-posinset"), await last.getAttribute("aria-setsize")],
    [String(count), String(count)],
  );
  await close();
});

test("the line that is heard is followed, from the second that the address names", { skip }, async () => {
  const { page, close } = await open("?t=5400");
  await seen(page, 1080, "[aria-current]");
  await page.evaluate("window.sound.currentTime = 10_000");
  await seen(page, 2000, "[aria-current]");
  await page.evaluate("window.sound.currentTime = 7");
  await seen(page, 1, "[aria-current]");
  assert.ok((await nodes(page)) <= 1500, String(await nodes(page)));
  await close();
});

test("the search of the browser comes to a line that is far away", { skip }, async () => {
  const { page, close } = await open("?t=0");
  await seen(page, 0);
  for (const line of [1234, 2150, 40]) {
    assert.equal(await page.evaluate(`window.find("line ${line} of", false, ${line === 40})`), true);
    await seen(page, line, "", toFound);
  }
  await close();
});

test("Tab goes from line to line past what was drawn, and the focus stays where it is", { skip }, async () => {
  const { page, close } = await open("?t=0");
  const focused = () => page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? ''");
  await page.getByRole("button", { name: "Play 0:00", exact: true }).focus();
  while ((await focused()) !== "Play 10:00") await page.keyboard.press("Tab");
  await seen(page, count - 1, "", toEnd);
  assert.equal(await focused(), "Play 10:00");
  await page.keyboard.press("Enter");
  await seen(page, 120, "[aria-current]");
  await close();
});
