/**
 * Budgets that hold on any machine: sizes of what is loaded, what a page of ten thousand todos has in its memory and its document, and that it costs little
 * more than a page of a hundred. Times in milliseconds are for `npm run bench:web`.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { buildWeb } from "../../build/web.ts";
import { call } from "../bench/client.ts";
import { startService } from "../bench/service.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { fillWithTodos, type ManyTodos } from "./bench/many-todos.ts";
import { type Measured, measureApp } from "./bench/measure.ts";
import { open, startBrowser, withoutBrowser } from "./helpers/browser.ts";
import { skip } from "./helpers/stage.ts";

const ends: (() => unknown)[] = [];
after(async () => {
  for (const end of ends.reverse()) await end();
});
const host = { after: (end: () => void) => void ends.push(end) };

interface Filled {
  readonly url: string;
  readonly filled: ManyTodos;
}

async function serviceWith(count: number): Promise<Filled> {
  const service = await startService({ dataDir: tempDir(host) });
  ends.push(() => service.kill());
  return { url: service.url, filled: await fillWithTodos(service.url, count, new Date()) };
}

const [many, few] = withoutBrowser ? [] : [await serviceWith(10_000), await serviceWith(100)];
const browser = withoutBrowser ? undefined : await startBrowser();
ends.push(() => browser?.close());

test("the app is as small as was promised: the build fails above it", async (t) => {
  const { first, part, style } = await buildWeb(tempDir(t));
  assert.ok(first <= 70 * 1024 && part <= 30 * 1024 && style <= 14 * 1024, JSON.stringify({ first, part, style }));
  await assert.rejects(() => buildWeb(tempDir(t), { mostFirst: first - 1 }), /The app is too large: first has/);
});

test("of ten thousand todos only those in sight are drawn, and every one can be reached", { skip }, async () => {
  const { url, filled } = many as Filled;
  const { page, close } = await open(browser as never, url, "/todos", {
    now: Date.now(),
    session: filled.session.token,
  });
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("End");
  const last = page.locator("[role=option].current");
  await last.waitFor();
  assert.equal(await last.getAttribute("aria-posinset"), "10000");
  assert.equal(await last.getAttribute("aria-setsize"), "10000");
  assert.ok(await last.isVisible());
  assert.ok((await page.getByRole("option").count()) <= 60);
  await page.keyboard.press("Home");
  await page.locator("[role=option].current[aria-posinset='1']").waitFor();
  await close();
});

test(
  "of a board of ten thousand cards only those in sight are drawn, by whatever it is grouped",
  { skip },
  async () => {
    const { url, filled } = many as Filled;
    const { page, close } = await open(browser as never, url, "/todos?view=board&group=list", {
      now: Date.now(),
      session: filled.session.token,
    });
    for (const group of ["list", "status", "priority", "agent"]) {
      await page.goto(`${url}/todos?view=board&group=${group}`);
      await page.getByRole("article").nth(8).waitFor();
      const drawn = await page.getByRole("article").count();
      const nodes = await page.evaluate("document.querySelectorAll('*').length");
      assert.ok(drawn <= 120, `${group}: ${drawn} cards`);
      assert.ok(Number(nodes) <= 1_500, `${group}: ${String(nodes)} elements`);
    }
    await close();
  },
);

test("what others change is pushed to the page, which does not ask for it", { skip }, async () => {
  const { url, filled } = many as Filled;
  const { page, close } = await open(browser as never, url, "/todos", {
    now: Date.now(),
    session: filled.session.token,
  });
  const row = page.getByRole("option").nth(2);
  const id = ((await row.getAttribute("id")) ?? "").replace("row-", "");
  await page.getByRole("status").getByText("Not connected").waitFor({ state: "detached" });
  // The feed is live once something came by it.
  const change = (title: string) =>
    call(`${url}/api/v1/todos/${id}`, { method: "PATCH", credential: filled.key, body: { title } });
  await change("Told once");
  await page.getByRole("option", { name: /Told once/ }).waitFor();
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  for (const title of ["Told twice", "Told three times"]) {
    await change(title);
    await page.getByRole("option", { name: new RegExp(title) }).waitFor();
  }
  assert.deepEqual(asked, []);
  await close();
});

test("ten thousand todos cost little more than a hundred, on a CPU four times slower", { skip }, async () => {
  const measure = ({ url, filled }: Filled): Promise<Measured> =>
    measureApp(browser as never, { url, filled, slowdown: 4, isPhone: true, loads: 4 });
  const [small, large] = [await measure(few as Filled), await measure(many as Filled)];
  const least = (times: readonly number[]): number => Math.min(...times);
  const figures = JSON.stringify({ small, large });
  assert.ok(large.nodes <= 1500, figures);
  assert.ok(large.heapMegabytes <= 40, figures);
  assert.ok(least(large.ready) <= 5 * least(small.ready), `ready: ${figures}`);
  assert.ok(large.keyP50 <= 3 * small.keyP50 + 16, `a key: ${figures}`);
});
