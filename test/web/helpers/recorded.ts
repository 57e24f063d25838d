/** Recordings that a real browser makes from a fake microphone that plays a file. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, type TestContext } from "node:test";
import type { Browser, Page } from "playwright-core";
import { workspaceFolder } from "../../../src/actors/store/files.ts";
import { wavHeader, wavHeaderSize } from "../../../src/schema/pcm.ts";
import { type RunningService, startService } from "../../bench/service.ts";
import { owner } from "../../helpers/owner.ts";
import { ownPort } from "../../helpers/ports.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { until } from "../../helpers/wait.ts";
import { open, type OpenOptions, startBrowser, withoutBrowser } from "./browser.ts";
import { makeTone } from "./tone.ts";

const rate = 48_000;

/** A browser whose microphone plays a tone, for the tests of a file. */
export function recordingSuite() {
  let browser: Browser;
  const ends: (() => void)[] = [];
  before(async () => {
    if (withoutBrowser) return;
    const file = join(tempDir({ after: (end) => void ends.push(end) }), "tone.wav");
    const sound = makeTone(20_000, rate);
    writeFileSync(file, Buffer.concat([wavHeader({ sampleRate: rate, channels: 1 }, sound.byteLength), sound]));
    browser = await startBrowser([`--use-file-for-fake-audio-capture=${file}`]);
  });
  after(async () => {
    await browser?.close();
    for (const end of ends) end();
  });
  return {
    open: (url: string, path: string, options: OpenOptions) => open(browser, url, path, options),
    recording: (t: TestContext, prepare = "") => recording(browser, t, prepare),
  };
}

export interface Recorded {
  readonly service: RunningService;
  readonly dataDir: string;
  readonly page: Page;
  readonly session: string;
  readonly workspaceId: string;
}

/** A service in a process of its own, and a page of its owner that has begun to record. */
async function recording(browser: Browser, t: TestContext, prepare: string): Promise<Recorded> {
  const dataDir = tempDir(t);
  const service = await startService({ dataDir, env: { DAYSHIFT_PORT: String(await ownPort()) } });
  t.after(() => service.kill());
  const { session, workspaceId } = await signIn(service.url);
  const { page } = await open(browser, service.url, "/captures/record", { now: Date.now(), session });
  await page.evaluate(prepare);
  await page.getByRole("button", { name: "Start recording" }).click();
  await safeUpTo(page, 2);
  return { service, dataDir, page, session, workspaceId };
}

export async function signIn(url: string): Promise<{ session: string; workspaceId: string }> {
  const headers = { "content-type": "application/json", origin: url };
  const answer = await fetch(`${url}/app/v1/sessions`, { method: "POST", headers, body: JSON.stringify(owner) });
  const { token, workspaces } = (await answer.json()) as { token: string; workspaces: { id: string }[] };
  return { session: token, workspaceId: workspaces[0]?.id ?? "" };
}

/** Up to which second the page says that the sound is safe. */
export const safeSeconds = async (page: Page): Promise<number> =>
  Number(/up to 0:(\d\d)/.exec((await page.locator(".safety").textContent()) ?? "")?.[1] ?? 0);

export const safeUpTo = (page: Page, seconds: number) =>
  until(
    `${seconds} s are safe`,
    () => safeSeconds(page),
    (safe) => safe >= seconds,
  );

/** The sound that is on the disk, and the longest silence in it after its first second. */
export function onDisk(dataDir: string, workspaceId: string, captureId: string) {
  const bytes = readFileSync(join(workspaceFolder(dataDir, workspaceId), "media", captureId));
  const rate = bytes.readUInt32LE(24);
  const samples = new Int16Array(Uint8Array.from(bytes.subarray(wavHeaderSize)).buffer);
  let longest = 0;
  let silent = 0;
  for (const sample of samples.subarray(rate)) {
    silent = Math.abs(sample) < 300 ? silent + 1 : 0;
    longest = Math.max(longest, silent);
  }
  return { seconds: samples.length / rate, silenceMs: (longest / rate) * 1000 };
}

/** Up to which second this browser holds the sound by itself. */
export const secondsOnDevice = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open("dayshift-sound");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const keys = opening.result.transaction("blocks").objectStore("blocks").getAllKeys();
      keys.onsuccess = () => (opening.result.close(), resolve(((keys.result.at(-1)?.[1] ?? -1) + 1) / 10));
    };
  })`);

export const nothingIsHeld = (page: Page) =>
  until(
    "nothing is left on the device",
    () => page.evaluate("localStorage.getItem('dayshift.sound')"),
    (mark) => mark === null,
  );

/** All recordings that the service has. */
export async function recordings({
  service,
  session,
  workspaceId,
}: Recorded): Promise<{ id: string; status: string }[]> {
  const headers = { authorization: `Bearer ${session}`, "x-workspace-id": workspaceId };
  const answer = await fetch(`${service.url}/api/v1/captures`, { headers });
  return ((await answer.json()) as { data: { id: string; status: string }[] }).data;
}

/** The one recording that there is. */
export async function onlyRecording(recorded: Recorded): Promise<{ id: string; status: string }> {
  const [one] = await recordings(recorded);
  return one ?? assert.fail("There is no recording.");
}

/** What is asked of the capture is answered as a proxy does whose service is not there. Answers what waits until that was so often. */
export async function answeredByProxy(page: Page, captureId: string, status: number) {
  let count = 0;
  await page.route(`**/api/v1/captures/${captureId}*`, (route) => {
    count += 1;
    return route.fulfill({ status, contentType: "text/html", body: "<h1>Not here</h1>" });
  });
  return (times: number) =>
    until(
      `it was answered ${times} times`,
      async () => count,
      (answered) => answered >= times,
    );
}

/** Until so many more seconds were heard, and are on the device. Answers up to which. */
export async function hear(page: Page, more: number): Promise<number> {
  const taken = async () => Number(/0:(\d\d)/.exec((await page.getByRole("timer").textContent()) ?? "")?.[1]);
  const before = await taken();
  // Whole seconds are shown: the first of them may have been almost over.
  await until(`${more} more seconds were heard`, taken, (seconds) => seconds > before + more);
  const heard = await taken();
  await until(
    "what was heard is on the device",
    () => secondsOnDevice(page),
    (seconds) => seconds >= heard,
  );
  return heard;
}

/** The service again, on the same files and at the same address. */
export async function restarted(t: TestContext, { service, dataDir }: Recorded): Promise<RunningService> {
  const next = await startService({ dataDir, env: { DAYSHIFT_PORT: String(service.port) } });
  t.after(() => next.kill());
  return next;
}
