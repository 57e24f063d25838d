/** Which files of a workspace a backup copies as they are. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { countFileOf } from "../../../src/actors/store/files.ts";
import { workspaceFile } from "../../../src/actors/store/files.ts";
import { savedLogOf } from "../../../src/actors/store/log-guard.ts";
import { mediaOf } from "../../../src/server/backup/files.ts";
import { fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

test("nothing that belongs to the state of the database file is copied next to it: put back with another file, a log would change that", (t) => {
  const dataDir = tempDir(t);
  const file = workspaceFile(dataDir, fakeId(1));
  mkdirSync(`${dirname(file)}/media`, { recursive: true });
  const own = [file, `${file}-wal`, `${file}-shm`, savedLogOf(file), countFileOf(file), `${file}.owed`, `${file}.v4`];
  for (const path of [...own, `${file}.new`, `${dirname(file)}/media/sound`]) writeFileSync(path, "");
  assert.deepEqual(mediaOf(dirname(file)), ["media/sound"]);
});
