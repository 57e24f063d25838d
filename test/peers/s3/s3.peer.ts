/** Backups and recordings in a bucket of a server that others have made, backups by the commands that an operator types. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { workspaceFolder } from "../../../src/actors/store/files.ts";
import type { Outcome } from "../../../src/server/backup/backup.ts";
import { s3Access } from "../../../src/server/backup/open-target.ts";
import { s3Media } from "../../../src/server/backup/s3/media.ts";
import { s3Target } from "../../../src/server/backup/s3/target.ts";
import type { Verdict } from "../../../src/server/backup/verify.ts";
import { owner } from "../../helpers/owner.ts";
import { type Running, startProgram } from "../../helpers/program.ts";
import { losesPatience } from "../../helpers/settle.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { type Ended, runFile } from "../program.ts";
import { startStore, type Store } from "./store.ts";

const command = fileURLToPath(new URL("../../../bin/dayshift.mjs", import.meta.url));
const place = "s3://backups/home";

test("objects, also in parts and of several pieces, come back as they went", async (t) => {
  const { env } = await startStore(t);
  const access = s3Access(env) ?? assert.fail("There is no access.");
  const partSize = 256 * 1024;
  const target = s3Target("backups", "home", access, partSize);
  const folder = tempDir(t);
  for (const size of [0, 10, partSize, partSize + 1, 5 * partSize + 4321]) {
    const [key, file] = [`objects/${size}`, join(folder, String(size))];
    writeFileSync(file, randomBytes(size));
    assert.equal(await target.has(key), false);
    await target.put(key, file);
    assert.equal(await target.has(key), true);
    await target.get(key, `${file}.back`);
    assert.ok(readFileSync(file).equals(readFileSync(`${file}.back`)), key);
  }
  await target.putText("snapshots/1.json", '{"ä":1}');
  assert.equal(await target.getText("snapshots/1.json"), '{"ä":1}');
  assert.equal((await target.list("objects/")).length, 5);
  await target.remove("objects/10");
  assert.equal((await target.list("objects/")).length, 4);
  await assert.rejects(target.getText("objects/10"), /Reading objects\/10 was refused by the store with 404/);
  await target.dropUnfinished();
});

test("recordings, also in parts, are read in ranges, and removed with what was left of them", async (t) => {
  const { env } = await startStore(t);
  const access = s3Access(env) ?? assert.fail("There is no access.");
  const partSize = 256 * 1024;
  const bucket = s3Media("backups", "home", access, partSize);
  const { signal } = new AbortController();
  for (const size of [10, 5 * partSize + 4321]) {
    const [key, file] = [`media/workspace/${size}`, join(tempDir(t), String(size))];
    const bytes = randomBytes(size);
    writeFileSync(file, bytes);
    await bucket.put(key, file, signal);
    await bucket.put(key, file, signal);
    for (const [start, end] of [
      [0, size],
      [3, 9],
      [size - 1, size],
      [size >> 1, size],
    ] as const) {
      const pieces: Uint8Array[] = [];
      for await (const piece of bucket.read(key, start, end)) pieces.push(piece);
      assert.ok(Buffer.concat(pieces).equals(bytes.subarray(start, end)), `${key} ${start}-${end}`);
    }
    await bucket.get(key, `${file}.back`);
    assert.ok(readFileSync(`${file}.back`).equals(bytes));
  }
  assert.equal((await bucket.list("media/")).length, 2);
  await bucket.remove("media/workspace/10");
  await bucket.remove("media/workspace/10");
  assert.equal((await bucket.list("media/")).length, 1);
  await assert.rejects(
    bucket.read("media/workspace/10", 0, 5)[Symbol.asyncIterator]().next(),
    /refused by the store with 404/,
  );
});

interface Place {
  readonly cwd: string;
  readonly service: Running;
  /** Runs a command that must work; answers what it wrote. */
  readonly ok: (env: Store["env"], ...args: string[]) => Promise<string>;
  /** Runs a command. */
  readonly run: (env: Store["env"], ...args: string[]) => Promise<Ended>;
  readonly addTodo: (title: string) => Promise<void>;
  readonly workspaceId: string;
}

/** A service on a fresh data folder, with a key. */
async function startPlace(t: TestContext, env: Readonly<Record<string, string>> = {}): Promise<Place> {
  const cwd = tempDir(t);
  const service = await serve(t, cwd, { DAYSHIFT_DATA_DIR: join(cwd, "data"), ...env });
  const session = await post<{ token: string; workspaces: { id: string }[] }>(service, "/app/v1/sessions", owner);
  const workspaceId = session.workspaces[0]?.id ?? assert.fail("There is no workspace.");
  const run: Place["run"] = (access, ...args) =>
    runFile(command, args, { cwd, env: { ...access, DAYSHIFT_DATA_DIR: join(cwd, "data") } });
  return {
    cwd,
    service,
    workspaceId,
    run,
    async ok(access, ...args) {
      const { status, stdout, stderr } = await run(access, ...args);
      assert.equal(status, 0, `${args.join(" ")}: ${stderr}`);
      return stdout;
    },
    addTodo: async (title) => void (await post(service, "/api/v1/todos", { title }, session.token)),
  };
}

async function serve(t: TestContext, cwd: string, env: Readonly<Record<string, string>>): Promise<Running> {
  const service = await startProgram({
    command: process.execPath,
    args: [command, "serve"],
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: cwd, ...env },
  });
  t.after(() => service.end("SIGKILL").catch(() => undefined)); // it may have ended
  return service;
}

async function post<T>({ url }: Running, path: string, body: unknown, token?: string): Promise<T> {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const headers = { "Content-Type": "application/json", ...authorization };
  const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  assert.ok(response.ok, await response.clone().text());
  return (await response.json()) as T;
}

async function titles(t: TestContext, cwd: string, dataDir: string): Promise<string[]> {
  const service = await serve(t, cwd, { DAYSHIFT_DATA_DIR: dataDir });
  const { token } = await post<{ token: string }>(service, "/app/v1/sessions", owner);
  const response = await fetch(`${service.url}/api/v1/todos`, { headers: { Authorization: `Bearer ${token}` } });
  const { data } = (await response.json()) as { data: { title: string }[] };
  assert.equal(await service.end("SIGTERM"), 0);
  return data.map(({ title }) => title).sort();
}

test("on schedule and by hand: unchanged files cost nothing, N stay, drill and restores work", async (t) => {
  const { env, folder } = await startStore(t);
  const { cwd, service, workspaceId, ok, run, addTodo } = await startPlace(t, { ...env, DAYSHIFT_BACKUP_TO: place });
  const list = async () => JSON.parse(await ok(env, "backup", "list", "--to", place, "--json")) as string[];
  // The first on schedule is due at once: it is there after a few looks.
  const isInVain = losesPatience();
  while ((await list()).length === 0 && !isInVain());
  assert.equal((await list()).length, 1);
  const backUp = async (): Promise<Outcome> =>
    JSON.parse(await ok(env, "backup", "--to", place, "--keep", "2", "--json")) as Outcome;
  await addTodo("First");
  mkdirSync(join(workspaceFolder(join(cwd, "data"), workspaceId), "media"));
  writeFileSync(join(workspaceFolder(join(cwd, "data"), workspaceId), "media", "voice.wav"), randomBytes(300_000));
  const changed = await backUp();
  assert.deepEqual([changed.total, changed.unchanged], [1, 0]);
  assert.ok(changed.sent > 300_000);
  const same = await backUp();
  assert.deepEqual([same.total, same.unchanged], [1, 1]);
  assert.ok(same.sent < 100_000, `${same.sent} bytes`);
  assert.equal((await list()).length, 2);
  const verdict = JSON.parse(await ok(env, "backup", "verify", "--to", place, "--json")) as Verdict;
  assert.deepEqual([verdict.findings, verdict.workspaces, verdict.todos], [[], 1, 1]);

  await addTodo("Second");
  await service.end("SIGTERM");
  await ok(env, "restore", "--from", place, "--data-dir", "restored");
  assert.deepEqual(await titles(t, cwd, "restored"), ["First"]);
  assert.match(await ok(env, "restore", "--from", place, "--workspace", workspaceId), /What was there is in/);
  assert.deepEqual(await titles(t, cwd, "data"), ["First"]);

  const [object = assert.fail("The store keeps nothing.")] = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /objects.*\.gz.*object$/.test(name))
    .sort();
  writeFileSync(join(folder, object), "damaged");
  const refused = await run(env, "restore", "--from", place, "--data-dir", "damaged");
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /damaged|incorrect header|unexpected end/i);
});

test("wrong credentials, a missing bucket and a stopped store are reported without secrets", async (t) => {
  const { env } = await startStore(t);
  const { run } = await startPlace(t);
  const secret = "not-the-secret";
  const cases: readonly (readonly [Store["env"], string, RegExp])[] = [
    [{ ...env, AWS_SECRET_ACCESS_KEY: secret }, place, /refused by the store with 403: The request signature/],
    [{ ...env, AWS_ACCESS_KEY_ID: "nobody" }, place, /refused by the store with 403: The AWS Access Key Id/],
    [env, "s3://nowhere/home", /refused by the store with 404: The specified bucket does not exist/],
    [{ ...env, AWS_ENDPOINT_URL: "http://127.0.0.1:1" }, place, /s3:\/\/backups\/home\/ does not answer: /],
    [{}, place, /needs AWS_ACCESS_KEY_ID/],
  ];
  for (const [access, to, says] of cases) {
    for (const args of [["backup"], ["backup", "verify"], ["backup", "list"]]) {
      const { status, stdout, stderr } = await run(access, ...args, "--to", to);
      assert.equal(status, 1);
      assert.match(stderr, says);
      assert.doesNotMatch(stdout + stderr, new RegExp(secret));
    }
  }
});

test("a store that dies in the middle fails the backup, and the next one is whole", async (t) => {
  const { env, folder } = await startStore(t);
  const { cwd, workspaceId, ok, run, addTodo } = await startPlace(t);
  await addTodo("Kept");
  await ok(env, "backup", "--to", place);
  await addTodo("Later");
  const media = join(workspaceFolder(join(cwd, "data"), workspaceId), "media");
  mkdirSync(media);
  writeFileSync(join(media, "voice.wav"), randomBytes(2_000_000));
  const dying = await startStore(t, { folder, dieAt: 2 });
  const failed = await run(dying.env, "backup", "--to", place);
  assert.equal(failed.status, 1);
  assert.match(failed.stderr, /Storing objects\/.* does not answer: /);
  await addTodo("After");

  const back = await startStore(t, { folder });
  const drill = async () => JSON.parse(await ok(back.env, "backup", "verify", "--to", place, "--json")) as Verdict;
  const before = await drill();
  assert.deepEqual([before.findings, before.todos], [[], 1]);
  await ok(back.env, "backup", "--to", place);
  const after = await drill();
  assert.deepEqual([after.findings, after.todos], [[], 3]);
});
