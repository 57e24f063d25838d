/** Verifying and rewriting whole files: off the event loop, and with nothing left open. */
import assert from "node:assert/strict";
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inspectFile } from "../../../src/actors/store/inspect.ts";
import { workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { verifyCopy } from "../../../src/actors/store/verify-copy.ts";
import { copyFileInto, leaveServiceBehind, replaceTexts, schemaOf } from "../../../src/actors/store/rewrite.ts";
import { change, idOf, oldWorkspace } from "../../helpers/old-workspace.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const pairs = [{ from: idOf(1), to: idOf(2) }];

/** What is done to a file, by name. */
const actions: Readonly<Record<string, (file: string, aside: string) => Promise<unknown>>> = {
  inspectFile,
  verifyCopy: (file) => verifyCopy(file, { workspaceId: idOf(4), migrations: workspaceMigrations() }),
  copyFileInto,
  leaveServiceBehind,
  replaceTexts: (file) => replaceTexts(file, pairs),
};

for (const [name, action] of Object.entries(actions)) {
  test(`${name} lets the event loop run`, async (t) => {
    const folder = tempDir(t);
    const file = oldWorkspace(folder, 4);
    let isDone = false;
    const done = action(file, join(folder, "copy.db")).finally(() => {
      isDone = true;
    });
    // What needs no thread would be done with promises alone, before the loop turns.
    for (let step = 0; step < 1000; step++) await Promise.resolve();
    assert.equal(isDone, false);
    await done;
  });
}

test(
  "nothing leaves a file open that was inspected and rewritten",
  { skip: process.platform !== "linux" },
  async (t) => {
    const folder = tempDir(t);
    const file = oldWorkspace(folder, 4);
    for (const action of Object.values(actions)) await action(file, join(folder, "copy.db"));
    await schemaOf(file);
    const open = readdirSync("/proc/self/fd").map((name) => linkOf(`/proc/self/fd/${name}`));
    assert.deepEqual(
      open.filter((path) => path.startsWith(folder)),
      [],
    );
  },
);

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ""; // closed in the meantime
  }
}

test("an id is replaced wherever it stands, also when it is part of a text", async (t) => {
  const file = oldWorkspace(tempDir(t), 4);
  change(file, `UPDATE todos SET content = 'by ${idOf(1)}', assignees = '["${idOf(1)}"]'`);
  await replaceTexts(file, pairs);
  change(
    file,
    `CREATE TABLE held (a TEXT CHECK (a = '[["by ${idOf(2)}","[\\"${idOf(2)}\\"]"]]'));
     INSERT INTO held SELECT json_group_array(json_array(content, assignees)) FROM todos`,
  );
});
