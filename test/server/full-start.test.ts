/** A start on a disk that takes no writes serves what can be read; when there is room it writes, without another start. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { createKey, signIn } from "../bench/client.ts";
import { type RunningService, startService } from "../bench/service.ts";
import { mountDisk, noDisk } from "../helpers/disk.ts";
import { ask, faultsFor, noFaults } from "../helpers/failing-service.ts";
import { until } from "../helpers/wait.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const everything = ["file", "log", "index", "directory", "directoryLog", "alarms", "media", "lock", "other"] as const;

/** What else such a start may have: the other library, threads. After a kill each: then a log is left to be read. */
const starts = [
  { end: "stop", name: "", env: {} },
  { end: "kill", name: "", env: {} },
  { end: "kill", name: " with node:sqlite", env: { DAYSHIFT_SQLITE_DRIVER: "node" } },
  { end: "kill", name: " with worker threads", env: { DAYSHIFT_WORKERS: "2" } },
] as const;
type Environment = Readonly<Record<string, string>>;

interface People {
  readonly key: string;
  readonly token: string;
  readonly workspaceId: string;
}

async function start(t: TestContext, dataDir: string, env: Environment = {}) {
  const service = await startService({ dataDir, env });
  t.after(() => service.kill());
  return service;
}

/** A data folder with a todo, whose service has ended. */
async function furnish(t: TestContext, dataDir: string, end: "stop" | "kill"): Promise<People> {
  const service = await start(t, dataDir);
  const { token, workspaces } = await signIn(service.url);
  const workspaceId = workspaces[0]?.id ?? "";
  const key = await createKey(service.url, token, workspaceId);
  const { status, message } = await ask({ service }, "/api/v1/todos", key, { body: { title: "before" } });
  assert.equal(status, 201, message);
  await service[end]();
  return { key, token, workspaceId };
}

async function titles(service: RunningService, credential: string): Promise<Set<string>> {
  const { status, body, message } = await ask({ service }, "/api/v1/todos", credential);
  assert.equal(status, 200, message);
  return new Set((body as unknown as { data: { title: string }[] }).data.map(({ title }) => title));
}

async function onlyReads(service: RunningService, { key, token, workspaceId }: People, why: RegExp): Promise<void> {
  assert.deepEqual(await titles(service, key), new Set(["before"]));
  assert.deepEqual(await titles(service, token), new Set(["before"]));
  for (const [path, body] of [
    ["/api/v1/todos", { title: "refused" }],
    ["/api/v1/api-keys", { workspaceId, name: "refused", scopes: ["todos:read"] }],
  ] as const) {
    const refused = await ask({ service }, path, token, { body });
    assert.deepEqual([refused.status, refused.retryAfter], [500, "5"], refused.message);
    assert.match(refused.message, why);
  }
}

async function writesAgain(t: TestContext, service: RunningService, dataDir: string, { key }: People): Promise<void> {
  const { status, message } = await ask({ service }, "/api/v1/todos", key, { body: { title: "after" } });
  assert.equal(status, 201, message);
  await signIn(service.url);
  assert.deepEqual(await titles(service, key), new Set(["before", "after"]));
  await service.kill();
  assert.deepEqual(await titles(await start(t, dataDir), key), new Set(["before", "after"]));
}

for (const { end, name, env } of starts) {
  test(`a service reads on a full disk, after a ${end}${name}`, { rules: ["storage.full-start"] }, async (t) => {
    const dataDir = tempDir(t);
    const faults = faultsFor(t, dataDir);
    if (faults === null) return t.skip(noFaults);
    const people = await furnish(t, dataDir, end);
    faults.set({ calls: ["write", "truncate"], kinds: everything, error: "ENOSPC", mode: "from", n: 1 });
    const service = await start(t, dataDir, { ...faults.env, ...env });
    await onlyReads(service, people, /storage is full: nothing was changed/);
    faults.set();
    await writesAgain(t, service, dataDir, people);
  });
}

/** A folder that was read-only at the start is taken a second after it no longer is. */
async function takesWrites(service: RunningService, { key }: People): Promise<void> {
  const add = () => ask({ service }, "/api/v1/todos", key, { body: { title: "after" } });
  await until("a write is taken", add, ({ status }) => status === 201);
}

for (const { end, name, env } of starts) {
  test(`a service reads on a read-only disk, after a ${end}${name}`, { rules: ["storage.full-start"] }, async (t) => {
    const disk = mountDisk(t);
    if (disk === null) return t.skip(noDisk);
    const dataDir = join(disk.folder, "data");
    const people = await furnish(t, dataDir, end);
    disk.remount("ro");
    const service = await start(t, dataDir, env);
    await onlyReads(service, people, /storage is read-only: nothing was changed/);
    disk.remount("rw");
    await takesWrites(service, people);
    await writesAgain(t, service, dataDir, people);
  });
}

test("of two services that started there one takes over writing", { rules: ["storage.full-start"] }, async (t) => {
  const disk = mountDisk(t);
  if (disk === null) return t.skip(noDisk);
  const dataDir = join(disk.folder, "data");
  const people = await furnish(t, dataDir, "stop");
  disk.remount("ro");
  const services = [await start(t, dataDir), await start(t, dataDir)];
  for (const service of services) await onlyReads(service, people, /storage is read-only/);
  disk.remount("rw");
  const ended = await Promise.race(services.map(async (service) => (await service.exited, service)));
  const other = services.find((service) => service !== ended) ?? assert.fail("There is no other one.");
  await takesWrites(other, people);
  await writesAgain(t, other, dataDir, people);
});
