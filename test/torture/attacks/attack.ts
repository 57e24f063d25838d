/**
 * Everything that is asked of a service on the open internet, at the same time and for as long as one likes, against a service in a
 * process of its own: somebody else's work in another workspace goes on, nothing is answered with a failure of the service, and its memory
 * is back near where it was after a first round of the same. Linux only: /proc.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { call, createKey, createWorkspace, eachOf, signIn } from "../../bench/client.ts";
import { memoryMegabytes } from "../../bench/process-stats.ts";
import { type RunningService, startService } from "../../bench/service.ts";
import { type Asking, kinds, type Target } from "./kinds.ts";

/** Long todos of the workspace that is attacked: a page of them is 20 MB. */
const todos = 100;
const second = 1000;
/** Seconds of the first round, after which memory is as it was. */
const firstRound = 30;
/** Seconds within which all that was held must be given up. */
const within = 240;
/** Megabytes that memory may end above where it began. */
const tolerance = 20;

interface Outcome {
  /** How often each attack was carried out. */
  readonly carriedOut: Map<string, number>;
  readonly failures: string[];
}

/** Attacks for so many seconds and says what came of it; true when nothing broke. */
export async function attack(seconds: number): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), "dayshift-attacks-"));
  const service = await startService({ dataDir, env: { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "100000" } });
  const outcome: Outcome = { carriedOut: new Map(), failures: [] };
  try {
    const { token } = await signIn(service.url);
    const key = await createKey(service.url, token, await createWorkspace(service.url, token, "Attacked"));
    const other = await createKey(service.url, token, await createWorkspace(service.url, token, "Other"));
    const content = "ü".repeat(100_000);
    await eachOf([...Array(todos).keys()], 2, (n) =>
      call(`${service.url}/api/v1/todos`, { credential: key, body: { title: `Long ${n}`, content } }),
    );
    const target = targetOf(service, key, outcome);
    await attackAll(target, firstRound, outcome);
    const before = await settled(service, 0);
    const work = workUntil(service, other, performance.now() + seconds * second, outcome);
    await attackAll(target, seconds, outcome);
    const times = await work;
    const after = await settled(service, before + tolerance);
    report(outcome, times, before, after);
    return outcome.failures.length === 0 && after <= before + tolerance;
  } finally {
    await service.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Carries out all attacks at the same time, each as often as there is time. */
async function attackAll(target: Target, seconds: number, { carriedOut, failures }: Outcome): Promise<void> {
  const end = performance.now() + seconds * second;
  const each = Object.entries(kinds).map(async ([name, carryOut]) => {
    while (performance.now() < end) {
      await carryOut(target).catch((error: unknown) => failures.push(`${name}: ${String(error)}`));
      carriedOut.set(name, (carriedOut.get(name) ?? 0) + 1);
    }
  });
  await Promise.all(each);
}

function targetOf({ url, port }: RunningService, key: string, { failures }: Outcome): Target {
  const ask = async (path: string, { method, credential = key, body }: Asking = {}): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        ...(credential !== null && { Authorization: `Bearer ${credential}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => null); // a connection may be cut: that of strangers, or one that is not read
    const said = await answer?.text().catch(() => null);
    if (answer == null || said == null) return null;
    if (answer.status >= 500) failures.push(`${method ?? ""} ${path}: ${answer.status} ${said.slice(0, 200)}`);
    return answer.ok ? JSON.parse(said) : null;
  };
  return { url, port, key, ask };
}

/** Of somebody else: what one address may have open is of no concern to another. */
const otherAddress = "127.0.0.2";

/** Asks from the address of somebody else. Rejects when the answer is a refusal, or none. */
async function askElsewhere(url: string, key: string, body: object | null): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, ...(body !== null && { "Content-Type": "application/json" }) };
  const options = { method: body === null ? "GET" : "POST", localAddress: otherAddress, headers };
  const asked = request(url, options).end(body === null ? undefined : JSON.stringify(body));
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const said = await text(answer);
  assert.ok((answer.statusCode ?? 500) < 300, `${answer.statusCode} ${said.slice(0, 200)}`);
}

/** Work of somebody else, who asks for one thing after the other; answers how long each took, in milliseconds. */
async function workUntil(service: RunningService, key: string, end: number, { failures }: Outcome): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < end) {
    const begun = performance.now();
    try {
      await askElsewhere(`${service.url}/api/v1/todos`, key, { title: `Work ${times.length}` });
      await askElsewhere(`${service.url}/api/v1/todos?limit=5`, key, null);
    } catch (error) {
      failures.push(`somebody else: ${String(error)}`);
    }
    times.push(performance.now() - begun);
    await setTimeout(second / 10);
  }
  return times;
}

/** Megabytes of the process when they are at most that, or when all that is held must have been given up. */
async function settled({ pid }: RunningService, most: number): Promise<number> {
  let least = Infinity;
  for (let passed = 0; passed < (most === 0 ? within / 4 : within) && least > most; passed++) {
    await setTimeout(second);
    least = Math.min(least, memoryMegabytes(pid).now);
  }
  return least;
}

function report({ carriedOut, failures }: Outcome, times: readonly number[], before: number, after: number): void {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): string => `${Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)} ms`;
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  for (const [name, count] of carriedOut) say(`  ${count} × ${name}`);
  say(
    `somebody else: ${times.length} times a todo and a list, half of them within ${at(0.5)}, 95 % ${at(0.95)}, all ${at(1)}`,
  );
  say(`memory: ${Math.round(before)} MB after the first round, ${Math.round(after)} MB in the end`);
  say(`${failures.length} failures`);
  for (const failure of failures.slice(0, 20)) say(`  ${failure}`);
}
