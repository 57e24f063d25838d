/** Files that are damaged or gone: one workspace's trouble is nobody else's, and nothing is silently begun again. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { createClock } from "../../src/actors/runtime/clock.ts";
import { openDriver } from "../../src/actors/store/driver.ts";
import { workspaceFile } from "../../src/actors/store/files.ts";
import { newestVersion, workspaceMigrations } from "../../src/actors/store/migrate.ts";
import { examine } from "../../src/server/doctor/doctor.ts";
import { readConfiguration } from "../../src/server/base/configuration.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { asTimePasses } from "../helpers/settle.ts";

const garbage = Buffer.alloc(50_000, "not a database ");

type Damage = (file: string, other: string) => void;

function remove(file: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}

/** What happens to a file, and what is said of it. */
const damages: Readonly<Record<string, readonly [Damage, RegExp]>> = {
  missing: [remove, /its file is missing/],
  overwritten: [(file) => writeFileSync(file, garbage), /its file is damaged/],
  "cut to nothing": [(file) => writeFileSync(file, ""), /its file is empty/],
  "a folder": [(file) => (remove(file), mkdirSync(file)), /its file (cannot be read|is damaged)/],
  "another workspace's": [(file, other) => copyFileSync(other, file), /its file belongs to another workspace/],
};

/** What the doctor says of the files, with what to do. */
async function doctorOn(dataDir: string): Promise<string> {
  const configuration = { ...readConfiguration({}, {}), dataDir };
  const newest = newestVersion(workspaceMigrations());
  const parts = { configuration, bucketAccess: null, clock: createClock(), newest, onProgress: () => undefined };
  const findings = (await examine(parts)).filter(({ check, level }) => check === "files" && level === "wrong");
  return findings.map(({ message, advice }) => `${message} → ${advice}`).join("\n");
}

function hashOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** What the file is, or that there is none. */
function stateOf(file: string): unknown {
  try {
    return hashOf(file);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** That the workspace says why it cannot be used, without a path, and that nothing was made or changed. */
async function refused(service: TestService, credential: string, file: string, reason: RegExp): Promise<void> {
  const before = stateOf(file);
  const { message } = await service.refuses("listTodos", { credential }, "internal_error");
  assert.match(message, reason);
  assert.ok(!message.includes(service.dataDir), message);
  await service.refuses("createTodo", { credential, body: { title: "Lost" } }, "internal_error");
  assert.equal(stateOf(file), before);
}

async function twoWorkspaces(t: TestContext) {
  const service = await startTestService(t);
  const other = await service.addWorkspace("Other");
  const fileOf = (id: string): string => workspaceFile(service.dataDir, id);
  return { service, other, homeFile: fileOf(service.workspaceId), otherFile: fileOf(other.id) };
}

/** Sets an agent to work in an hour. */
async function plan(service: TestService, credential: string): Promise<void> {
  const worker = { name: "Worker", requiresApproval: false };
  const { id: agentId } = await service.ok("createAgent", { credential, body: worker });
  const runAt = new Date(service.clock.now() + 3_600_000).toISOString();
  const assignees = [{ id: agentId, type: "agent" as const }];
  await service.ok("createTodo", { credential, body: { title: "Due", assignees, schedule: { runAt } } });
}

for (const [name, [damage, reason]] of Object.entries(damages)) {
  test(`the first workspace's file is ${name}: it says so, and the others work`, async (t) => {
    const { service, other, homeFile, otherFile } = await twoWorkspaces(t);
    await plan(service, other.key);
    await service.stop();
    damage(homeFile, otherFile);
    await service.restart();
    await refused(service, service.key, homeFile, reason);
    await service.pass(3_600_000);
    await asTimePasses(service.clock, "the agent is asked", () => service.model.requests.length > 0);
    await service.ok("createTodo", { credential: other.key, body: { title: "Goes on" } });
    const found = await doctorOn(service.dataDir);
    assert.match(found, new RegExp(`^Workspace ${service.workspaceId}: .*workspace.db`));
    assert.match(found, new RegExp(`dayshift restore --from <place> --workspace ${service.workspaceId}`));
  });
}

test("a file that is damaged or taken away while the service runs is that workspace's trouble alone", async (t) => {
  for (const [damage, reason] of Object.values(damages)) {
    const service = await startTestService(t, { configuration: { maxOpen: 1 } });
    const other = await service.addWorkspace("Other");
    const [homeFile, otherFile] = [service.workspaceId, other.id].map((id) => workspaceFile(service.dataDir, id));
    await service.ok("listTodos"); // the other one is closed for it
    assert.ok(homeFile !== undefined && otherFile !== undefined && !existsSync(`${otherFile}-wal`));
    damage(otherFile, homeFile);
    await refused(service, other.key, otherFile, reason);
    await service.ok("createTodo", { body: { title: "Goes on" } });
    await service.stop();
  }
});

test("pages that are damaged under an open file are said to be, and the others work", async (t) => {
  const { service, other, otherFile } = await twoWorkspaces(t);
  const data = Array.from({ length: 100 }, (_, n) => ({ title: `Todo ${n}`, content: "Long words. ".repeat(800) }));
  for (let from = 0; from < 100; from += 50) {
    await service.ok("batchCreateTodos", { credential: other.key, body: { data: data.slice(from, from + 50) } });
  }
  await service.restart();
  const bytes = readFileSync(otherFile);
  writeFileSync(otherFile, Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 0xff)]), {
    flag: "r+",
  });
  const { message } = await service.refuses("listTodos", { credential: other.key }, "internal_error");
  assert.match(message, /its file is damaged/);
  await service.ok("createTodo", { body: { title: "Goes on" } });
});

test("a missing or foreign directory is refused with advice, and nothing is written", async (t) => {
  const { service } = await twoWorkspaces(t);
  const { dataDir } = service;
  const file = join(dataDir, "directory.db");
  await service.stop();
  const cases: readonly (readonly [() => void, RegExp])[] = [
    [() => remove(file), /directory\.db is missing, and 2 workspaces lie in/],
    [() => writeFileSync(file, ""), /directory\.db is empty/],
    [() => emptyDatabase(file), /directory\.db knows of no workspace/],
  ];
  for (const [lose, reason] of cases) {
    lose();
    const before = snapshot(dataDir);
    await assert.rejects(service.restart(), (error: Error) => {
      assert.match(error.message, reason);
      assert.match(error.message, /dayshift restore --from <place> --data-dir <folder>/);
      return true;
    });
    assert.deepEqual(snapshot(dataDir), before);
    assert.match(await doctorOn(dataDir), /The directory is missing or empty.*dayshift restore --from/);
    remove(file);
  }
});

function emptyDatabase(file: string): void {
  const driver = openDriver(file);
  driver.exec("PRAGMA journal_mode=WAL; CREATE TABLE workspaces (id TEXT)");
  driver.close();
}

/** The files and their bytes; not those of the lock, which a process takes before it looks, nor the empty log of a database that was looked at. */
function snapshot(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\block\.|-(wal|shm)$/.test(path));
  return Object.fromEntries(paths.map((path) => [path, hashOf(path)]));
}
