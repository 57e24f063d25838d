/** The doctor on real faults: what it finds, and what it says is to be done. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { createClock } from "../../../src/actors/runtime/clock.ts";
import { createIds } from "../../../src/actors/runtime/ids.ts";
import { openDriver } from "../../../src/actors/store/driver.ts";
import { workspaceFile } from "../../../src/actors/store/files.ts";
import { newestVersion, workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { checkBackups } from "../../../src/server/doctor/backups.ts";
import { judgeDescriptors } from "../../../src/server/doctor/descriptors.ts";
import { examine } from "../../../src/server/doctor/doctor.ts";
import type { Check, Finding } from "../../../src/server/base/finding.ts";
import { judgeSpace } from "../../../src/server/doctor/folder.ts";
import { openConfigured } from "../../../src/server/directory/directory.ts";
import { askService } from "../../../src/server/base/control.ts";
import { type Configuration, readConfiguration } from "../../../src/server/base/configuration.ts";
import { answer } from "../../actors/models/scripted-server.ts";
import { serve } from "../../helpers/local-server.ts";
import { mountDisk, noDisk } from "../../helpers/disk.ts";
import { noFaults, startFailing } from "../../helpers/failing-service.ts";
import { nowhere } from "../../helpers/ports.ts";
import { openProxy } from "../../helpers/proxy.ts";
import { runtime } from "../../helpers/runtime.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { startTestService } from "../../helpers/service.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const newest = newestVersion(workspaceMigrations());
const quiet = (): void => undefined;

function look(dataDir: string, settings: Partial<Configuration> = {}): Promise<Finding[]> {
  const configuration = { ...readConfiguration({}, {}), dataDir, ...settings };
  return examine({ configuration, bucketAccess: null, clock: createClock(), newest, onProgress: quiet });
}

/** The finding, or findings joined, of one check. */
function of(findings: readonly Finding[], check: Check): string {
  return findings
    .filter((finding) => finding.check === check)
    .map(({ level, message, advice }) => `${level}: ${message}${advice === null ? "" : ` → ${advice}`}`)
    .join("\n");
}

/** A data folder with two workspaces and a todo, with no service on it. */
async function filledFolder(t: TestContext): Promise<{ dataDir: string; home: string; other: string }> {
  const service = await startTestService(t, { clock: createFakeClock(Date.now()) });
  await service.ok("createTodo", { body: { title: "Whole" } });
  const { id: other } = await service.addWorkspace("Other");
  await service.stop();
  chmodSync(service.dataDir, 0o700);
  return { dataDir: service.dataDir, home: service.workspaceId, other };
}

test("a folder that is in order has nothing wrong, with and without a service on it", async (t) => {
  const service = await startTestService(t, { clock: createFakeClock(Date.now()) });
  await service.ok("createTodo", { body: { title: "Whole" } });
  const running = await look(service.dataDir);
  assert.deepEqual(
    running.filter(({ level }) => level === "wrong"),
    [],
  );
  assert.match(of(running, "service"), /^fine: It runs/);
  assert.match(of(running, "files"), /^fine: Whole: 1 workspace with 1 todo\. Copies/);
  await service.stop();
  const stopped = await look(service.dataDir);
  assert.deepEqual(
    stopped.filter(({ level }) => level === "wrong"),
    [],
  );
  assert.match(of(stopped, "service"), /^fine: None runs/);
  assert.match(of(stopped, "files"), /^fine: Whole: 1 workspace with 1 todo\.$/);
});

test("a full disk is no damage: nothing is restored for it", async (t) => {
  const where = await startFailing(t);
  if (where === null) return t.skip(noFaults);
  where.faults.set({ calls: ["write"], kinds: ["other"], error: "ENOSPC", mode: "from", n: 1 });
  const files = of(await look(where.dataDir), "files");
  assert.match(
    files,
    /^wrong: The disk of the data folder takes no copy: it is full, or read-only\. → Make room there/,
  );
  assert.doesNotMatch(files, /restore/);
  where.faults.set();
  assert.match(of(await look(where.dataDir), "files"), /^fine: Whole/);
});

test("a data folder that is read-only: its disk is to be mounted, and a backup says what it could not write", async (t) => {
  const disk = mountDisk(t);
  if (disk === null) return t.skip(noDisk);
  const backUp = () =>
    spawnSync(process.execPath, ["bin/dayshift.mjs", "backup", "--to", tempDir(t), "--data-dir", disk.folder], {
      encoding: "utf8",
    });
  backUp(); // makes the lock of the folder
  disk.remount("ro");
  assert.match(of(await look(disk.folder), "data folder"), /^wrong: .*EROFS.* → Mount its disk for writing\.$/);
  assert.match(backUp().stderr, /backup\.new cannot be written: its disk is mounted for reading alone/);
});

test("a data folder that is missing, or is a file", async (t) => {
  const folder = tempDir(t);
  const missing = await look(join(folder, "nowhere"));
  assert.match(
    of(missing, "data folder"),
    /^wrong: There is no folder .* → Name the data folder with DAYSHIFT_DATA_DIR/,
  );
  assert.equal(of(missing, "disk space"), "");
  writeFileSync(join(folder, "file"), "");
  assert.match(of(await look(join(folder, "file")), "data folder"), /^wrong: .* is no folder/);
  const fresh = await look(folder);
  assert.match(of(fresh, "files"), /^note: There are none yet/);
});

test("mode bits that let others in", { skip: process.platform === "win32" }, async (t) => {
  const { dataDir } = await filledFolder(t);
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, ".gitkeep"), "", { mode: 0o644 });
  assert.match(of(await look(dataDir), "permissions"), /^fine: Nobody but their owner/);
  chmodSync(dataDir, 0o777);
  assert.match(of(await look(dataDir), "permissions"), /^wrong: Other users .* \(mode 777\)\./);
  chmodSync(dataDir, 0o755);
  chmodSync(join(dataDir, "directory.db"), 0o644);
  assert.match(
    of(await look(dataDir), "permissions"),
    /^wrong: Other users .* and read directory\.db \(mode 755\)\. → chmod -R go= /,
  );
});

test("a first workspace that belongs to nobody yet has no file to miss: the first start makes it", async (t) => {
  const dataDir = tempDir(t);
  const clock = createFakeClock(Date.now());
  const directory = await openConfigured({ ...readConfiguration({}, {}), dataDir }, clock, createIds(clock));
  await directory.ensureHome();
  await directory.close();
  assert.match(of(await look(dataDir), "files"), /^fine: Whole/);
});

test("a database that was written over, and one that is gone", async (t) => {
  const { dataDir, home, other } = await filledFolder(t);
  const file = workspaceFile(dataDir, home);
  const bytes = readFileSync(file);
  bytes.fill(0x5a, 4096 * 2, 4096 * 6); // pages inside: the head still looks like a database
  writeFileSync(file, bytes);
  rmSync(workspaceFile(dataDir, other));
  const found = of(await look(dataDir), "files");
  assert.match(found, new RegExp(`wrong: Workspace ${home}: .* → Stop the service and put the newest backup`));
  assert.match(found, new RegExp(`wrong: Workspace ${other}: It is missing`));
  rmSync(join(dataDir, "workspaces", other.slice(-2)), { recursive: true });
  assert.match(of(await look(dataDir), "files"), new RegExp(`wrong: Workspace ${other}: its file is missing`));
  writeFileSync(join(dataDir, "directory.db"), "This is no database, whatever it is called.".repeat(100));
  assert.match(of(await look(dataDir), "files"), /wrong: The directory: .*not a database/);
});

test("a file of a newer release is not to be put back from a backup", async (t) => {
  const { dataDir, home } = await filledFolder(t);
  const driver = openDriver(workspaceFile(dataDir, home));
  driver.exec("PRAGMA user_version = 999");
  driver.close();
  assert.match(
    of(await look(dataDir), "files"),
    new RegExp(`^wrong: Workspace ${home}: Its schema has version 999.* → It was used with a newer release`),
  );
});

test("rows that refer to nothing, found through the running service", async (t) => {
  const service = await startTestService(t, { clock: createFakeClock(Date.now()) });
  const { id: other, key } = await service.addWorkspace("Other");
  await service.ok("createTodo", { credential: key, body: { title: "Orphan" } });
  await service.stop();
  const driver = openDriver(workspaceFile(service.dataDir, other));
  driver.exec("PRAGMA foreign_keys=OFF; UPDATE todos SET list_n = 999");
  driver.close();
  await service.restart();
  assert.match(
    of(await look(service.dataDir), "files"),
    new RegExp(`^wrong: Workspace ${other}: 1 rows refer to rows`),
  );
});

test("one byte of the history that was changed names its entry", async (t) => {
  const { dataDir, home } = await filledFolder(t);
  const driver = openDriver(workspaceFile(dataDir, home));
  const last = "(SELECT max(n) FROM changes WHERE op <> 'touched')";
  const [n, hash] = driver.prepare(`SELECT n, hash FROM changes WHERE n = ${last}`).get([]) ?? [];
  driver.exec(`UPDATE changes SET after = replace(after, 'Whole', 'Whale') WHERE n = ${last}`);
  driver.close();
  const named = `${String(n)}-${String(hash).slice(0, 8)}`;
  assert.match(
    of(await look(dataDir), "files"),
    new RegExp(`^wrong: Workspace ${home}: The change ${named} in its history: What it changed from or to is not what`),
  );
});

test("the service hands out copies and stores none", async (t) => {
  const service = await startTestService(t);
  await assert.rejects(
    askService(service.dataDir, "copy", { workspaceId: "../../etc" }, quiet),
    /workspace id is a lower-case UUID|not found|no workspace/i,
  );
  const { file } = (await askService(service.dataDir, "copy", { workspaceId: service.workspaceId }, quiet)) as {
    file: string;
  };
  assert.ok(readFileSync(file).length > 0);
  await service.restart();
  assert.throws(() => readFileSync(file), /ENOENT/);
});

test("a clock that is far from the file system's, and files from the future", async (t) => {
  const service = await startTestService(t); // on a clock of its own, years away
  assert.match(of(await look(service.dataDir), "clock"), /^wrong: The clock of this machine and .* apart/);
  await service.stop();
  const ahead = new Date(Date.now() + 3 * 86_400_000);
  utimesSync(join(service.dataDir, "directory.db"), ahead, ahead);
  assert.match(of(await look(service.dataDir), "clock"), /^wrong: Files .* 3 days from now/);
});

test("room on the disk and open files", () => {
  assert.equal(judgeSpace(100e6).level, "wrong");
  assert.equal(judgeSpace(1e9).level, "note");
  assert.equal(judgeSpace(50e9).level, "fine");
  assert.match(judgeSpace(999.7e6).message, /^1\.00 GB /);
  const few = judgeDescriptors(2024, 500);
  assert.equal(few.level, "wrong");
  assert.match(few.advice ?? "", /LimitNOFILE=3024 .* DAYSHIFT_MAX_OPEN=250/);
  assert.match(judgeDescriptors(1024, 500).advice ?? "", /LimitNOFILE=3024 .* ulimit -n 3024 in a shell\)\.$/);
  assert.equal(judgeDescriptors(2024, 250).level, "fine");
  assert.equal(judgeDescriptors(4096, 500).level, "fine");
  assert.equal(judgeDescriptors(null, 500).level, "fine");
});

test("backups: none planned, none made, the newest too old, a place that is none", async (t) => {
  const now = Date.parse("2026-03-10T12:00:00Z");
  const place = join(tempDir(t), "backups");
  const check = (backupTo: string | null, dataDir = "./data") =>
    checkBackups({ dataDir, backupTo, backupHours: 24 }, null, now);
  assert.equal((await check(null)).level, "note");
  assert.match((await check(place)).message, /There is none in /);
  assert.match((await check("s3://bucket/prefix")).message, /needs AWS_ACCESS_KEY_ID/);
  const clock = createFakeClock(Date.parse("2026-03-10T10:00:00Z"));
  const service = await startTestService(t, { clock });
  await askService(service.dataDir, "backup", { to: place }, quiet);
  assert.equal((await check(place)).level, "fine");
  const within = await check(place, dirname(place));
  assert.match(`${within.level}: ${within.message}`, /^note: .* hours\. It lies in the data folder/);
  const plan = { dataDir: "./data", backupTo: place, backupHours: 24 };
  const late = await checkBackups(plan, null, now + 3 * 86_400_000);
  assert.match(`${late.level}: ${late.message}`, /^wrong: .* is 3 days old; one is due every 24 hours/);
});

test("the transcription's endpoint", async (t) => {
  const dataDir = tempDir(t);
  const transcribeBaseUrl = await modelServer(t);
  const known = { transcribeBaseUrl, transcribeApiKey: "good" };
  const cases: readonly (readonly [Partial<Configuration>, RegExp])[] = [
    [{}, /^fine: DAYSHIFT_TRANSCRIBE_MODEL is not set/],
    [{ ...known, transcribeModel: "small" }, /^fine: /],
    [{ ...known, transcribeModel: "huge" }, /^wrong: .* has no model huge.* in DAYSHIFT_TRANSCRIBE_MODEL\.$/],
    [{ transcribeModel: "small", transcribeBaseUrl }, /^wrong: .* refuses the key .* DAYSHIFT_TRANSCRIBE_API_KEY/],
    [
      { transcribeModel: "small", transcribeBaseUrl: await nowhere(t) },
      /^wrong: Nothing answers .* DAYSHIFT_TRANSCRIBE_BASE_URL/,
    ],
  ];
  for (const [settings, expected] of cases) assert.match(of(await look(dataDir, settings), "transcription"), expected);
});

test("the speech server that an operator set, while the service runs and when it does not", async (t) => {
  const baseUrl = await modelServer(t);
  const service = await startTestService(t);
  const body = { provider: "openai-compatible", model: "huge", baseUrl, apiKey: "good" } as const;
  await service.ok("updateSpeech", { body });
  const expected = /^wrong: .* has no model huge.* in the app \(Settings, Who turns speech into text\)\.$/;
  assert.match(of(await look(service.dataDir), "transcription"), expected);
  await service.stop();
  assert.match(of(await look(service.dataDir), "transcription"), expected);
  const environment = { transcribeModel: "small", transcribeBaseUrl: baseUrl, transcribeApiKey: "good" };
  assert.match(of(await look(service.dataDir, environment), "transcription"), /^fine: /);
});

/** A model server that knows one key and one model. */
async function modelServer(t: TestContext): Promise<string> {
  const origin = await serve(t, (request, response) => {
    if (request.method === "POST")
      return answer(400, { error: { message: "not today", type: "x" } })(response, request);
    const known = request.headers.authorization === "Bearer good" || request.headers["x-api-key"] === "good";
    const one = request.url === "/v1/models/small";
    const status = known ? (one || request.url === "/v1/models" ? 200 : 404) : 401;
    response.statusCode = status;
    response.end(JSON.stringify(one ? { id: "small" } : { object: "list", data: [{ id: "small" }, { id: "large" }] }));
  });
  return `${origin}/v1`;
}

test("the model's endpoint: nobody there, a wrong key, a model it has not, one that lists its models and does not answer", async (t) => {
  const dataDir = tempDir(t);
  const modelBaseUrl = await modelServer(t);
  const cases: readonly (readonly [Partial<Configuration>, RegExp])[] = [
    [{ model: "builtin" }, /^fine: The built-in rules answer/],
    [
      { model: "openai-compatible:small", modelBaseUrl: `${await nowhere(t)}/v1` },
      new RegExp(
        `^wrong: Nothing answers at .*${runtime.refused}.* → Start the server there, or correct DAYSHIFT_MODEL_BASE_URL`,
      ),
    ],
    [
      { model: "openai-compatible:small", modelBaseUrl },
      /^wrong: .* refuses the key \(401\)\. → .*DAYSHIFT_MODEL_API_KEY/,
    ],
    [
      { model: "openai-compatible:other", modelBaseUrl, modelApiKey: "good" },
      /^wrong: .* has no model other\. It has small, large\./,
    ],
    [
      { model: "openai-compatible:large", modelBaseUrl, modelApiKey: "good" },
      /^wrong: openai-compatible:large: .*refused the request \(400\)/,
    ],
    [
      { model: "openai:small", modelBaseUrl, modelApiKey: "good" },
      /^wrong: openai:small: .*refused the request \(400\)/,
    ],
    [{ model: "openai:large", modelBaseUrl, modelApiKey: "good" }, /^wrong: .* has no model large/],
    [{ model: "anthropic:small", modelBaseUrl, modelApiKey: "good" }, /^wrong: anthropic:small: /],
    [{ model: "anthropic:small", modelBaseUrl, modelApiKey: "bad" }, /^wrong: .* refuses the key/],
    [
      { model: "openai-compatible:small", modelBaseUrl: modelBaseUrl.replace("/v1", ""), modelApiKey: "good" },
      /^wrong: openai-compatible:small: .*refused the request.* → .*correct DAYSHIFT_MODEL_BASE_URL/,
    ],
  ];
  for (const [settings, expected] of cases) assert.match(of(await look(dataDir, settings), "model"), expected);
});

test("the public URL: not asked while nothing runs, right, taken by another program, nobody there", async (t) => {
  const service = await startTestService(t, { clock: createFakeClock(Date.now()) });
  const way = await openProxy(() => service.url);
  t.after(() => way.close());
  const publicUrl = way.url;
  await service.restart({ publicUrl: await nowhere(t) });
  assert.match(
    of(await look(service.dataDir), "public URL"),
    new RegExp(`^wrong: Nothing answers at .*${runtime.refused}`),
  );
  const other = new URL(await modelServer(t)).origin;
  await service.restart({ publicUrl: other });
  assert.match(of(await look(service.dataDir), "public URL"), /^wrong: Something else answers .*\(401\)/);
  await service.restart({ publicUrl });
  assert.match(of(await look(service.dataDir), "public URL"), /^fine: .* leads here/);
  await service.stop();
  assert.match(of(await look(service.dataDir, { publicUrl }), "public URL"), /^note: .* was not asked/);
});

test("a service that does not answer on its door", async (t) => {
  const service = await startTestService(t);
  rmSync(join(service.dataDir, "control.sock"), { force: true });
  const findings = await look(service.dataDir);
  assert.match(of(findings, "service"), /^wrong: The service that holds .* does not answer/);
});

test("a folder named like a workspace's file is a finding, not a crash", async (t) => {
  const { dataDir, home } = await filledFolder(t);
  const file = workspaceFile(dataDir, home);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  mkdirSync(file);
  assert.match(of(await look(dataDir), "files"), new RegExp(`wrong: Workspace ${home}: `));
});
