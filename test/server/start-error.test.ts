/** A start that is refused says why, in words that an operator can act on. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { lockDataDir } from "../../src/actors/store/data-lock.ts";
import { version } from "../../src/server/base/version.ts";
import { noRoomFor } from "../helpers/no-room.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const folder = mkdtempSync(join(tmpdir(), "dayshift-start-"));
test.after(() => rmSync(folder, { recursive: true, force: true }));

/** Milliseconds after which a start that was not refused is ended. */
const maxTime = 300_000;

function start(environment: Record<string, string>, ...flags: string[]) {
  const env = { PATH: process.env["PATH"] ?? "", DAYSHIFT_DATA_DIR: folder, DAYSHIFT_PORT: "0", ...environment };
  return spawnSync(process.execPath, ["src/server.ts", ...flags], { encoding: "utf8", env, timeout: maxTime });
}

for (const [what, environment, words] of [
  ["a folder that cannot be made", { DAYSHIFT_DATA_DIR: "/dev/null/x" }, /DAYSHIFT_DATA_DIR: expected a folder/],
  ["a place that takes no folders", { DAYSHIFT_DATA_DIR: "/proc/nope" }, /DAYSHIFT_DATA_DIR: expected a folder/],
  [
    "an address of another machine",
    { DAYSHIFT_HOST: "192.0.2.1" },
    /DAYSHIFT_HOST: expected an address of this machine/,
  ],
  ["a proxy that is no address", { DAYSHIFT_TRUSTED_PROXIES: "banana" }, /DAYSHIFT_TRUSTED_PROXIES: .*"banana"/],
  [
    "a password that is too short",
    { DAYSHIFT_OWNER_EMAIL: "a@b.c", DAYSHIFT_OWNER_PASSWORD: "abc" },
    /got 3 characters/,
  ],
] as const) {
  test(`${what} is refused at start, naming the variable`, () => {
    const { status, stderr } = start(environment);
    assert.equal(status, 1, stderr);
    assert.match(stderr, words);
  });
}

test("a port in use is refused at start, naming the variable", async () => {
  const other = createServer();
  const port = await new Promise<number>((resolve) => {
    other.listen(0, "127.0.0.1", () => resolve((other.address() as { port: number }).port));
  });
  const { status, stderr } = start({ DAYSHIFT_PORT: String(port) });
  other.close();
  assert.equal(status, 1);
  assert.match(stderr, /DAYSHIFT_PORT: port \d+ of 127\.0\.0\.1 is in use/);
});

test("a data folder in use is refused at start with the process that uses it", () => {
  const lock = lockDataDir(folder);
  const { status, stderr } = start({});
  lock.release();
  assert.equal(status, 1);
  assert.equal(
    stderr,
    `Dayshift does not start: The data folder ${folder} is in use by another process of Dayshift (pid ${process.pid}). Stop that one, or choose another folder with DAYSHIFT_DATA_DIR.\n`,
  );
});

test("a full disk is refused at start, naming the folder and what to do", (t) => {
  const dataDir = tempDir(t);
  const fullDisk = noRoomFor(".db.new", tempDir(t));
  if (fullDisk === null) return t.skip("there is no C compiler");
  const { status, stderr } = start({ ...fullDisk, DAYSHIFT_DATA_DIR: dataDir });
  assert.equal(status, 1, stderr);
  assert.equal(
    stderr,
    `Dayshift does not start: DAYSHIFT_DATA_DIR: no room is left on the disk of "${dataDir}". Make room there, or choose another folder.\n`,
  );
});

test("a directory that is no database is refused at start, naming the file", () => {
  const broken = mkdtempSync(join(tmpdir(), "dayshift-broken-"));
  writeFileSync(join(broken, "directory.db"), "this is not a database, it is a note to myself".repeat(50));
  const { status, stderr } = start({ DAYSHIFT_DATA_DIR: broken });
  rmSync(broken, { recursive: true });
  assert.equal(status, 1);
  assert.match(stderr, /directory\.db is not a database/);
});

test("--version and --help answer and start nothing", () => {
  assert.equal(start({}, "--version").stdout, `${version}\n`);
  assert.match(start({}, "--help").stdout, /--data-dir .*Everything the service keeps/);
});
