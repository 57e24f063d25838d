/** A workspace as one file: out of one service, into another, as it was; and archives that nobody should take. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { packTar, type ParsedTarEntryWithData, unpackTar } from "modern-tar";
import { openDriver } from "../../../src/actors/store/driver.ts";
import { workspaceFile, workspaceFolder } from "../../../src/actors/store/files.ts";
import type { ArchiveManifest } from "../../../src/server/archive/manifest.ts";
import { exportWorkspace } from "../../../src/server/archive/export.ts";
import type { Imported } from "../../../src/server/archive/import.ts";
import { unpack } from "../../../src/server/archive/unpack.ts";
import type { Owners } from "../../../src/server/backup/backup.ts";
import { ownersOfFiles } from "../../../src/server/backup/owners.ts";
import { askService } from "../../../src/server/base/control.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { ownerEmail } from "../../helpers/owner.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { change, idOf, oldWorkspace } from "../../helpers/old-workspace.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { pluck } from "../../helpers/pluck.ts";
import { until } from "../../helpers/wait.ts";

const quiet = (): void => undefined;

function operate<T>(service: TestService, command: string, input: Readonly<Record<string, string>>): Promise<T> {
  return askService(service.dataDir, command, input, quiet) as Promise<T>;
}

/** A workspace with something of everything, exported. */
async function exported(t: TestContext) {
  const source = await startTestService(t);
  const { id, key } = await source.addWorkspace("Moving");
  const credential = key;
  const todo = await source.ok("createTodo", {
    credential,
    body: {
      title: "Déjà vu",
      content: "body\n",
      schedule: { rrule: "FREQ=DAILY" },
      assignees: [{ id: source.userId, type: "user" }],
    },
    headers: { "Idempotency-Key": "once" },
  });
  const begun = await source.ok("createChat", { credential, body: { message: "Hello", waitSeconds: 5 } });
  source.clock.advance(10_000);
  const read = () => source.ok("getChat", { credential, path: { chatId: begun.id } });
  const chat = await until("the chat has a subtitle", read, ({ subtitle }) => subtitle !== null);
  await source.restart(); // what is still on its way to the ledger arrives
  const folder = workspaceFolder(source.dataDir, id);
  mkdirSync(join(folder, "media"));
  writeFileSync(join(folder, "media", "voice.wav"), "RIFF");
  const file = join(tempDir(t), "moving.dayshift");
  const manifest = await operate<ArchiveManifest>(source, "export", { workspaceId: id, to: file });
  return { source, id, key, todo, chat, file, manifest };
}

/**
 * All rows of all tables, but for what belongs to the one service: its credentials, what its ledger has not taken yet, and how often
 * it has committed.
 */
function rowsOf(file: string): Record<string, unknown> {
  const driver = openDriver(file);
  const all = (sql: string) => driver.prepare(sql).all([]);
  const tables = "type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'";
  const names = all(`SELECT name FROM sqlite_schema WHERE ${tables} ORDER BY name`).map(String);
  const kept = names.filter((name) => name !== "idempotency" && name !== "charges");
  const conditions: Readonly<Record<string, string>> = {
    work: " WHERE kind <> 'settle'",
    meta: " WHERE key <> 'commits'",
  };
  const condition = (name: string): string => conditions[name] ?? "";
  const rows = kept.map((name) => [name, all(`SELECT * FROM "${name}"${condition(name)}`)]);
  driver.close();
  return Object.fromEntries(rows) as Record<string, unknown>;
}

test("a round trip is logically the same, with the same ids; credentials stay behind", async (t) => {
  const { source, id, key, todo, chat, file } = await exported(t);
  // A clock that is behind that of the source has the schedule planned again.
  const clock = createFakeClock(source.clock.now());
  const target = await startTestService(t, { empty: true, clock });
  const imported = await operate<Imported>(target, "import", { from: file });
  assert.deepEqual([imported.newcomers, imported.renamed], [[ownerEmail], []]);
  assert.equal(readFileSync(join(workspaceFolder(target.dataDir, id), "media", "voice.wav"), "utf8"), "RIFF");
  await Promise.all([source.stop(), target.stop()]);
  assert.deepEqual(rowsOf(workspaceFile(target.dataDir, id)), rowsOf(workspaceFile(source.dataDir, id)));
  await target.restart();
  await target.refuses("getTodo", { credential: key, path: { todoId: todo.id } }, "invalid_api_key");
  await operate(target, "password", { email: ownerEmail, password: "another good one" });
  const session = await target.ok("createSession", { body: { email: ownerEmail, password: "another good one" } });
  target.session = session.token;
  assert.deepEqual(pluck(session.workspaces, "name"), ["Moving"]);
  const headers = { "dayshift-workspace": id };
  assert.equal((await target.ok("verifyAudit", { headers })).isIntact, true);
  const credential = session.token;
  assert.deepEqual(await target.ok("getTodo", { credential, path: { todoId: todo.id } }), todo);
  assert.equal((await target.ok("getChat", { credential, path: { chatId: chat.id } })).messageCount, chat.messageCount);
});

test(
  "who came with the first workspace signs in: no owner is asked for any more",
  { rules: ["setup.link"] },
  async (t) => {
    const { file } = await exported(t);
    const target = await startTestService(t, { empty: true });
    const page = () => target.send("GET", "/", { credential: null, headers: { accept: "text/html" } });
    await operate(target, "import", { from: file });
    await target.restart();
    const token = target.setupToken ?? assert.fail("Nobody can sign in, and there is no link.");
    assert.match((await page()).body, /no owner yet/);
    await operate(target, "password", { email: ownerEmail, password: "another good one" });
    assert.doesNotMatch((await page()).body, /no owner yet/);
    await target.restart();
    assert.equal(target.setupToken, null);
    const body = { token, email: "eve@example.com", password: "a good password" };
    await target.refuses("completeSetup", { body }, "invalid_session_token");
    assert.deepEqual(await operate(target, "operators", {}), []);
  },
);

test("who has the same address is the same person, under the id they have here", async (t) => {
  const { source, id, todo, file } = await exported(t);
  const target = await startTestService(t);
  const imported = await operate<Imported>(target, "import", { from: file });
  assert.deepEqual(imported.renamed, [{ from: source.userId, to: target.userId }]);
  const key = await target.keyFor(undefined, id);
  const found = await target.ok("listTodos", { credential: key, query: { assignedToMe: true } });
  assert.deepEqual(pluck(found.data, "id"), [todo.id]);
  await target.stop();
  assert.ok(!JSON.stringify(rowsOf(workspaceFile(target.dataDir, id))).includes(source.userId));
});

test("what is here already is not replaced, and a file is not written over", async (t) => {
  const { source, id, file } = await exported(t);
  await assert.rejects(operate(source, "import", { from: file }), /here already/);
  await assert.rejects(operate(source, "export", { workspaceId: id, to: file }), /exists already/);
  const nobody = "00000000-0000-7000-8000-000000000000";
  await assert.rejects(operate(source, "export", { workspaceId: nobody, to: `${file}2` }), /no workspace/);
  await assert.rejects(operate(source, "import", { from: `${file}3` }), /ENOENT/);
});

test("an archive contains no credential", async (t) => {
  const { source, key, file } = await exported(t);
  const entries = await unpackTar(gunzipSync(readFileSync(file)));
  const all = Buffer.concat(entries.map(({ data }) => Buffer.from(data ?? [])));
  for (const secret of [key, source.session, createHash("sha256").update(key).digest("hex")])
    assert.ok(!all.includes(secret));
});

test("a recording goes on while it is packed, and what is erased is passed over", async (t) => {
  const { source, id, file } = await exported(t);
  await source.stop();
  const media = join(workspaceFolder(source.dataDir, id), "media");
  writeFileSync(join(media, "wiped.wav"), "RIFF");
  const owners = ownersOfFiles(source.dataDir, false);
  const directory = { getWorkspace: async () => ({ id, name: "Moving" }) as never, membersOf: async () => [] };
  const again = `${file}.again`;
  const withMedia: Owners["withMedia"] = (workspaceId, use) =>
    owners.withMedia(workspaceId, (folder) => {
      const used = use(folder); // which files there are it knows now; it copies them one by one, this one last
      rmSync(join(media, "wiped.wav"));
      return used;
    });
  const parts = { owners: { ...owners, withMedia }, directory, workspaceId: id, to: again };
  const end = new AbortController();
  const writing = (async () => {
    for (; !end.signal.aborted; await setImmediate()) appendFileSync(join(media, "voice.wav"), "more");
  })();
  const exporting = exportWorkspace({ ...parts, createdAt: "2026-11-22T10:00:00.000Z", madeBy: "test" });
  const manifest = await exporting.finally(() => end.abort());
  await writing;
  const unpacked = await unpack(again, tempDir(t));
  assert.deepEqual(pluck(unpacked.files, "path"), ["workspace.db", "media/voice.wav"]);
  assert.deepEqual(unpacked, manifest);
});

type Entries = ParsedTarEntryWithData[];
interface Hostile {
  readonly what: string;
  readonly says: RegExp;
  /** Changes the entries; the first is the manifest. */
  readonly change: (entries: Entries, set: (change: (manifest: ArchiveManifest) => unknown) => void) => void;
}

function withDatabase(entries: Entries, sql: string, set: Parameters<Hostile["change"]>[1], folder: string): void {
  const entry = entries.find(({ header }) => header.name === "workspace.db") ?? assert.fail("There is no database.");
  const path = join(folder, "changed.db");
  writeFileSync(path, entry.data ?? "");
  const driver = openDriver(path);
  driver.exec(sql);
  driver.close();
  const data = readFileSync(path);
  Object.assign(entry, { data, header: { ...entry.header, size: data.length } });
  const sha256 = createHash("sha256").update(data).digest("hex");
  set((manifest) => ({
    ...manifest,
    files: manifest.files.map((file) => (file.path === "workspace.db" ? { ...file, sha256, size: data.length } : file)),
  }));
}

const file = (path: string, text: string) => ({
  path,
  size: text.length,
  sha256: createHash("sha256").update(text).digest("hex"),
});
const entry = (name: string, text: string) => ({
  header: { name, size: text.length, type: "file" as const },
  data: new Uint8Array(Buffer.from(text)),
});

let scratch = "";

const hostile: readonly Hostile[] = [
  { what: "no manifest", says: /begin with a manifest/, change: (entries) => void entries.shift() },
  {
    what: "another format",
    says: /newer format/,
    change: (_, set) => set((manifest) => ({ ...manifest, format: "zip" })),
  },
  {
    what: "a newer schema",
    says: /newer release/,
    change: (_, set) => set((manifest) => ({ ...manifest, schemaVersion: 9999 })),
  },
  { what: "a file that is missing", says: /is missing/, change: (entries) => void entries.pop() },
  {
    what: "a file that nobody named",
    says: /not in the manifest/,
    change: (entries) => void entries.push(entry("more", "x")),
  },
  {
    what: "a file twice",
    says: /there twice/,
    change: (entries) => void entries.push(entry("media/voice.wav", "RIFF")),
  },
  {
    what: "other content",
    says: /another checksum/,
    change: (entries) => Object.assign(entries.at(-1) ?? {}, { data: new Uint8Array(Buffer.from("RIFX")) }),
  },
  {
    what: "more content than it says",
    says: /bytes, the manifest says/,
    change: (_, set) => set((manifest) => ({ ...manifest, files: manifest.files.map((one) => ({ ...one, size: 1 })) })),
  },
  {
    what: "more than the disk has room for",
    says: /unpacks to 900 TB, and .* are free/,
    change: (_, set) =>
      set((manifest) => ({ ...manifest, files: [...manifest.files, { ...file("media/bomb", ""), size: 9e14 }] })),
  },
  ...["../evil", "/tmp/evil", "media/../../evil", "C:evil", "a\\evil"].map((path): Hostile => ({
    what: `the path ${path}`,
    says: /no archive of a Dayshift workspace/,
    change: (entries, set) => {
      entries.push(entry(path, "x"));
      set((manifest) => ({ ...manifest, files: [...manifest.files, file(path, "x")] }));
    },
  })),
  {
    what: "a link",
    says: /only files are taken/,
    change: (entries) =>
      void entries.splice(1, 0, { header: { name: "media/link", size: 0, type: "symlink", linkname: "/etc/passwd" } }),
  },
  {
    what: "the id of another workspace",
    says: /belongs to workspace/,
    change: (_, set) =>
      set((manifest) => ({
        ...manifest,
        workspace: { ...manifest.workspace, id: "00000000-0000-7000-8000-000000000001" },
      })),
  },
  {
    what: "a trigger of its own",
    says: /schema of its version/,
    change: (entries, set) =>
      withDatabase(entries, "CREATE TRIGGER evil AFTER INSERT ON todos BEGIN DELETE FROM todos; END", set, scratch),
  },
  {
    what: "rows that refer to nothing",
    says: /refer to rows that do not exist/,
    change: (entries, set) =>
      withDatabase(entries, "PRAGMA foreign_keys=OFF; UPDATE todos SET list_n = 77", set, scratch),
  },
];

test("a damaged or hostile archive is refused, and nothing of it stays", async (t) => {
  const { file: sound, id } = await exported(t);
  const target = await startTestService(t);
  for (const { what, says, change } of hostile) {
    scratch = tempDir(t);
    const entries = await unpackTar(gunzipSync(readFileSync(sound)));
    const first = entries[0] ?? assert.fail("It is empty.");
    change(entries, (changed) => {
      const data = Buffer.from(
        JSON.stringify(changed(JSON.parse(Buffer.from(first.data ?? []).toString()) as ArchiveManifest)),
      );
      Object.assign(first, { data: new Uint8Array(data), header: { ...first.header, size: data.length } });
    });
    const path = join(scratch, "hostile");
    writeFileSync(path, gzipSync(await packTar(entries)));
    await assert.rejects(operate(target, "import", { from: path }), says, what);
    assert.equal(existsSync(workspaceFolder(target.dataDir, id)), false, what);
    assert.deepEqual(
      readdirSync(target.dataDir).filter((name) => name.includes("import")),
      [],
      what,
    );
  }
  const cut = join(scratch, "cut");
  writeFileSync(cut, readFileSync(sound).subarray(0, 500));
  await assert.rejects(operate(target, "import", { from: cut }));
  writeFileSync(cut, "no archive");
  await assert.rejects(operate(target, "import", { from: cut }), /cannot be unpacked/);
});

/** An archive that a program of an earlier schema wrote. */
async function archiveOf(database: string, version: number): Promise<string> {
  const data = readFileSync(database);
  const sha256 = createHash("sha256").update(data).digest("hex");
  const manifest: ArchiveManifest = {
    format: "dayshift-workspace-1",
    createdAt: "2026-11-22T10:00:00.000Z",
    madeBy: "1.0.0",
    schemaVersion: version,
    workspace: { id: idOf(version), name: "Old" },
    people: [{ id: "0192f7a4-8d3b-7c21-9e5f-000000000000", email: ownerEmail, name: "Ada" }],
    files: [{ path: "workspace.db", sha256, size: data.length }],
  };
  const path = `${database}.dayshift`;
  const header = { name: "workspace.db", size: data.length, type: "file" as const };
  writeFileSync(path, gzipSync(await packTar([entry("manifest.json", JSON.stringify(manifest)), { header, data }])));
  return path;
}

test("an archive of an earlier schema is migrated, unless its invariants are broken", async (t) => {
  const target = await startTestService(t);
  const folder = tempDir(t);
  const database = oldWorkspace(folder, 4);
  change(database, "UPDATE todo_lists SET is_default = 0");
  const broken = await archiveOf(database, 4);
  await assert.rejects(operate(target, "import", { from: broken }), /not exactly one default list/);
  change(database, "UPDATE todo_lists SET is_default = 1");
  await operate(target, "import", { from: await archiveOf(database, 4) });
  const credential = await target.keyFor(undefined, idOf(4));
  const { data } = await target.ok("listTodos", { credential });
  assert.deepEqual(pluck(data, "title"), ["Old"]);
  const copies = readdirSync(workspaceFolder(target.dataDir, idOf(4))).filter((name) => name.includes(".v"));
  assert.deepEqual(copies, [], "the archive is the copy of before");
});

test("who imports into a named folder is shown commands for that folder", async (t) => {
  const { file } = await exported(t);
  const folder = join(tempDir(t), "new");
  const { stdout } = spawnSync(process.execPath, ["bin/dayshift.mjs", "import", file, "--data-dir", folder], {
    encoding: "utf8",
  });
  assert.ok(stdout.includes(`dayshift password ${ownerEmail} --data-dir ${folder}\n`), stdout);
  assert.ok(stdout.includes(`dayshift operators --add <email> --data-dir ${folder}\n`), stdout);
});
