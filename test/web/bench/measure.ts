/** What the app costs a person: measured in a real browser, against a service in a process of its own. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { call } from "../../bench/client.ts";
import { percentile } from "../../bench/stats.ts";
import { patience } from "../../helpers/settle.ts";
import { until } from "../../helpers/wait.ts";
import type { ManyTodos } from "./many-todos.ts";
import { probed, type ProbedWindow, probeScript } from "./probe.ts";

/** Times in milliseconds. */
export interface Measured {
  /** From the navigation to the painted list, of each load after the first one. */
  readonly ready: readonly number[];
  readonly keyP50: number;
  readonly keyP98: number;
  readonly worstInput: number;
  /** The longest task of the page once it was ready; 0 without one. */
  readonly longestTask: number;
  readonly longestStartTask: number;
  readonly heapMegabytes: number;
  readonly nodes: number;
  /** From the request of another client to the text in the page. */
  readonly elsewhereP50: number;
  readonly gapP95: number;
}

export interface Conditions {
  readonly url: string;
  readonly filled: ManyTodos;
  /** How many times slower than this machine's. */
  readonly slowdown: 1 | 4;
  readonly isPhone: boolean;
  readonly loads: number;
}

const wide = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Opens the app in a context of its own, loads it again and again, works in it, and closes it. */
export async function measureApp(browser: Browser, conditions: Conditions): Promise<Measured> {
  const { url, filled, slowdown, isPhone, loads } = conditions;
  const context = await browser.newContext({ ...(isPhone ? phone : wide), reducedMotion: "reduce", locale: "en-GB" });
  try {
    const cookie = { name: "dayshift_session", value: filled.session.token, url, httpOnly: true } as const;
    await context.addCookies([{ ...cookie, sameSite: "Lax" }]);
    await context.addInitScript(probeScript);
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    const debug = await context.newCDPSession(page);
    await debug.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const ready: number[] = [];
    for (let load = 0; load <= loads; load += 1) {
      await page.goto(`${url}/todos`);
      const took = await readyAfter(page);
      if (load > 0) ready.push(took);
    }
    const start = await probed(page);
    await pressKeys(page);
    const elsewhere = await changeElsewhere(page, conditions);
    await page.evaluate("window.probe.scroll(120, 900)");
    const { painted, worstInput, longTasks, gaps } = await probed(page);
    const later = longTasks.slice(start.longTasks.length);
    return {
      ready,
      keyP50: percentile(painted, 0.5),
      keyP98: percentile(painted, 0.98),
      worstInput,
      longestTask: longest(later),
      longestStartTask: longest(start.longTasks),
      heapMegabytes: await heapOf(context, page),
      nodes: Number(await page.evaluate("document.querySelectorAll('*').length")),
      elsewhereP50: percentile(elsewhere, 0.5),
      gapP95: percentile(gaps, 0.95),
    };
  } finally {
    await context.close();
  }
}

/** Waits until the list was painted, and what follows a start is done. */
async function readyAfter(page: Page): Promise<number> {
  await page.getByRole("option").first().waitFor();
  const { ready } = await until(
    "the list was painted",
    () => probed(page),
    (found) => found.ready !== null,
  );
  await page.evaluate("new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }))");
  return ready as number;
}

/** Down and up the list, and a priority now and then, which moves its row. Each key once the one before it was painted: none waits in line. */
async function pressKeys(page: Page): Promise<void> {
  for (let at = 0; at < 60; at += 1) {
    await page.keyboard.press(at % 10 === 9 ? String(((at / 10) % 4) | 0) : at % 3 === 2 ? "k" : "j");
    await page.waitForFunction((count) => (globalThis as unknown as ProbedWindow).probe.painted.length > count, at);
  }
}

/** Another client changes the title of what is in sight; answers how long each change took to be there. */
async function changeElsewhere(page: Page, { url, filled }: Conditions): Promise<number[]> {
  await page.keyboard.press("Home");
  const row = page.getByRole("option").nth(3);
  const id = ((await row.getAttribute("id")) ?? "").replace("row-", "");
  const took: number[] = [];
  for (let at = 0; at < 20; at += 1) {
    const title = `Changed elsewhere ${at}.`;
    await page.evaluate(`window.probe.await("${title}")`);
    const from = Date.now();
    const body = { title };
    await call(`${url}/api/v1/todos/${id}`, { method: "PATCH", credential: filled.key, body });
    const { seen } = await until(
      "the change is in the page",
      () => probed(page),
      (found) => title in found.seen,
    );
    took.push((seen[title] as number) - from);
  }
  return took;
}

const longest = (tasks: readonly { readonly took: number }[]): number => Math.max(0, ...tasks.map(({ took }) => took));

/** What lives in the page's heap after a collection. */
async function heapOf(context: BrowserContext, page: Page): Promise<number> {
  const debug = await context.newCDPSession(page);
  await debug.send("HeapProfiler.collectGarbage");
  const { usedSize } = await debug.send("Runtime.getHeapUsage");
  return usedSize / 1024 ** 2;
}
