/** Where the files of workspaces lie, and whose they are. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeFolder, putFile, workspaceFile } from "../../../src/actors/store/files.ts";
import { fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

for (const id of [
  "",
  "..",
  "../../etc/passwd",
  fakeId(0xab).toUpperCase(),
  fakeId(1).replaceAll("-", ""),
  `${fakeId(1)}\n`,
  ` ${fakeId(1)}`,
  `{${fakeId(1)}}`,
]) {
  test(`${JSON.stringify(id)} makes no path`, () => {
    assert.throws(() => workspaceFile("/data", id), { name: "TypeError", message: /lower-case UUID/ });
  });
}

test("workspaces are spread by the last two digits of their id", () => {
  assert.equal(workspaceFile("data", fakeId(0x12ab)), join("data", "workspaces", "ab", fakeId(0x12ab), "workspace.db"));
});

test("folders and files are their owner's only", { skip: process.platform === "win32" }, (t) => {
  const dir = tempDir(t);
  writeFileSync(join(dir, "source"), "text", { mode: 0o644 });
  putFile(join(dir, "source"), join(dir, "a", "b", "target"));
  assert.equal(statSync(join(dir, "a")).mode & 0o777, 0o700);
  assert.equal(statSync(join(dir, "a", "b")).mode & 0o777, 0o700);
  assert.equal(statSync(join(dir, "a", "b", "target")).mode & 0o777, 0o600);
});

test("a copy that could not be finished does not get its name, and the next one starts afresh", (t) => {
  const dir = tempDir(t);
  const [source, target] = [join(dir, "source"), join(dir, "target")];
  writeFileSync(source, "text");
  const fail = () => {
    throw new Error("no");
  };
  assert.throws(() => putFile(source, target, fail), /^Error: no$/);
  assert.equal(existsSync(target), false);
  putFile(source, target);
  assert.equal(readFileSync(target, "utf8"), "text");
});

test("a folder that exists is left as it is", (t) => {
  const dir = tempDir(t);
  makeFolder(dir);
  makeFolder(dir);
  assert.ok(existsSync(dir));
});
