/** The browser of this machine, and pages of it: whatever breaks the policy or throws in a page fails the test. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { patience } from "../../helpers/settle.ts";
import { until } from "../../helpers/wait.ts";

/** The first is the same without windows: it opens a page in half the time. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** Where the first of these programs is that there is; undefined where there is none. */
export function findProgram(wanted: readonly string[]): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.flatMap((folder) => wanted.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** Whether a missing browser fails the tests; elsewhere they say so and are skipped. */
export const isBrowserRequired = process.env["DAYSHIFT_TEST_BROWSER"] === "required";

/** True when there is no Chromium and none is demanded. */
export const withoutBrowser = findProgram(names) === undefined && !isBrowserRequired;

/** A microphone that beeps, and is allowed to every page. */
const fakeMicrophone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

/** Starts Chromium. Throws when there is none. */
export async function startBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findProgram(names);
  assert.ok(executablePath, "There is no Chromium: apt-get install chromium.");
  const args = ["--disable-gpu", "--disable-dev-shm-usage", ...fakeMicrophone, ...more];
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launch({ executablePath, args, timeout: patience });
}

export interface OpenOptions extends BrowserContextOptions {
  /** What the page takes for now, in milliseconds. */
  readonly now: number;
  /** The token of a session to be signed in with. */
  readonly session?: string;
}

export interface Opened {
  readonly page: Page;
  /** What went wrong in the page so far. */
  readonly troubles: string[];
  /** Resolves when every request has its answer, and what the page says is the same two frames later. */
  readonly calm: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A page of its own, with its own cookies. Closing it fails when the page threw or broke its policy. */
export async function open(browser: Browser, url: string, path: string, options: OpenOptions): Promise<Opened> {
  const { now, session, ...rest } = options;
  const usual = { reducedMotion: "reduce", locale: "en-GB", timezoneId: "UTC", serviceWorkers: "block" } as const;
  const context = await browser.newContext({ ...usual, ...rest });
  if (session !== undefined)
    await context.addCookies([{ name: "dayshift_session", value: session, url, httpOnly: true, sameSite: "Lax" }]);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(`${error.name}: ${error.message}\n${error.stack ?? ""}`));
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text())) troubles.push(message.text());
  });
  const calm = calmOf(page);
  page.setDefaultTimeout(patience);
  // Chromium says that it intercepts requests before it does: one of an open page can pass a route that was just set. Begun before the first
  // request, it misses none; this route matches none itself.
  await page.route("about:none", (route) => route.fallback());
  await page.clock.setFixedTime(now);
  await page.goto(url + path);
  return {
    page,
    troubles,
    calm,
    close: async () => {
      await context.close();
      assert.deepEqual(troubles, []);
    },
  };
}

/** Counts the requests of the page from now on. The changes that it follows come through a socket, which is none of them. */
function calmOf(page: Page): Opened["calm"] {
  let waiting = 0;
  const ended = () => void (waiting -= 1);
  page.on("request", () => void (waiting += 1));
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  const isSame = `new Promise((resolve) => {
    const said = document.body.innerText;
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(said === document.body.innerText)));
  })`;
  return async () => {
    const look = async () => ({ before: waiting, isSame: await page.evaluate<boolean>(isSame), after: waiting });
    await until("a calm page", look, (seen) => seen.isSame && seen.before + seen.after === 0);
  };
}
