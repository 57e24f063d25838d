/** Opening files of older schemas: the log reports what takes a while. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openFile } from "../../../src/actors/workspace/open-file.ts";
import { workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { createWorkspaceFiles } from "../../../src/actors/workspace/files.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { change, idOf, oldWorkspace } from "../../helpers/old-workspace.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const version = 15;
const workspaceId = idOf(version);

for (const [what, bytes] of [
  ["small", 10],
  ["large", 21_000_000],
] as const) {
  test(`opening a ${what} workspace that migrates logs ${bytes < 20_000_000 ? "nothing" : "a line before and one after"}`, (t) => {
    const dataDir = tempDir(t);
    change(
      oldWorkspace(dataDir, version),
      `INSERT INTO meta (key, value) VALUES ('padding', printf('%.*c', ${bytes}, 'x'))`,
    );
    const files = createWorkspaceFiles({ dataDir, migrations: workspaceMigrations() });
    t.after(() => files.close());
    const clock = createFakeClock();
    const said: unknown[] = [];
    const log = (...line: unknown[]) => void said.push(line);
    for (let time = 0; time < 2; time += 1) openFile(workspaceId, { files, log, clock }).close();
    const to = workspaceMigrations().length;
    const begun = "a large workspace is brought to the newest schema; requests wait until it is done";
    const done = "the workspace has the newest schema";
    const lines = [
      ["info", begun, { workspaceId, from: version, to, megabytes: 22 }],
      ["info", done, { workspaceId, milliseconds: 0 }],
    ];
    assert.deepEqual(said, bytes < 20_000_000 ? [] : lines);
  });
}
