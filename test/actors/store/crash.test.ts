/** What survives a process that is killed while it writes, and a disk that has no more room. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { ensureWorkspaceFile } from "../../../src/actors/store/migrate.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore } from "../../../src/actors/store/store.ts";
import { noRoomFor } from "../../helpers/no-room.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { migrations, workspaceId } from "./fixture.ts";

const writer = join(import.meta.dirname, "crash-writer.ts");
const filler = join(import.meta.dirname, "full-disk.ts");
const maker = join(import.meta.dirname, "workspace-maker.ts");

/** Starts a writer, kills it after so many acknowledgements, and answers all that it acknowledged until it died. */
async function killAfter(file: string, round: number, acknowledgements: number): Promise<string[]> {
  const child = spawn(process.execPath, [writer, file, String(round)], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (output.split("\n").length > acknowledgements) child.kill("SIGKILL");
  });
  await once(child, "close");
  assert.equal(child.signalCode, "SIGKILL");
  return output.split("\n").slice(0, -1);
}

test("no acknowledged write is lost when the process is killed while it writes", async (t) => {
  const file = ensureWorkspaceFile(tempDir(t), workspaceId, migrations);
  const acknowledged: string[] = [];
  for (let round = 1; round <= 5; round++) acknowledged.push(...(await killAfter(file, round, round * 150)));
  assert.ok(acknowledged.length >= 2250, `only ${acknowledged.length} were acknowledged`);
  const pool = createPool({ maxIdle: 1 });
  const store = openStore({ file, workspaceId, pool, migrations });
  t.after(() => store.close());
  const stored = new Set(store.read((sql) => sql.all("SELECT id FROM notes")).map(([id]) => id));
  assert.deepEqual(
    acknowledged.filter((id) => !stored.has(id)),
    [],
  );
  assert.deepEqual(
    store.read((sql) => sql.all("SELECT rowid FROM notes_search WHERE notes_search MATCH '\"ttt\"'")),
    [],
  );
});

test(
  "when no file can grow any more, writes are refused with Retry-After and reads work",
  {
    skip: process.platform === "win32",
  },
  (t) => {
    const file = ensureWorkspaceFile(tempDir(t), workspaceId, migrations);
    const limited = ["-c", 'ulimit -f 600; exec "$0" "$@"', process.execPath, filler, file];
    const { stdout, stderr, status } = spawnSync("sh", limited, { encoding: "utf8" });
    assert.equal(status, 0, stderr);
    const { acknowledged, failure, readAfter, laterFailure, readLater } = JSON.parse(stdout);
    assert.ok(acknowledged > 0);
    assert.deepEqual(failure, ["internal_error", "5"]);
    assert.deepEqual(laterFailure, ["internal_error", "5"]);
    assert.deepEqual([readAfter, readLater], [acknowledged, acknowledged]);
  },
);

test("a file that found no room while it was made is made whole once there is some", (t) => {
  const dataDir = tempDir(t);
  const fullDisk = noRoomFor(".db.new", tempDir(t));
  if (fullDisk === null) return t.skip("there is no C compiler");
  const make = (env: Record<string, string>): string =>
    spawnSync(process.execPath, [maker, dataDir], { encoding: "utf8", env: { ...process.env, ...env } }).stdout;
  assert.match(make(fullDisk), /full/);
  assert.equal(make({}), "");
  openStore({
    file: ensureWorkspaceFile(dataDir, workspaceId, migrations),
    workspaceId,
    pool: createPool({ maxIdle: 1 }),
    migrations,
  }).close();
});
