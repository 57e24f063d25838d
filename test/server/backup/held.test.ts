/** Backups of a process that may have lost its turn to another one: what that one makes is left alone. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { createBackups } from "../../../src/server/backup/backups.ts";
import { folderTarget } from "../../../src/server/backup/folder-target.ts";
import { ownersOfFiles } from "../../../src/server/backup/owners.ts";
import { createLog } from "../../../src/server/base/log.ts";
import { startTestService } from "../../helpers/service.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

test("from the moment at which another one may make them, nothing is written or removed", async (t) => {
  const service = await startTestService(t);
  await service.stop();
  const { clock, dataDir } = service;
  const place = join(tempDir(t), "backups");
  const target = folderTarget(place);
  let isHeld = true;
  const backups = createBackups({
    dataDir,
    owners: ownersOfFiles(dataDir, false),
    clock,
    log: createLog({ level: "silent", isTerminal: false, clock, write: () => undefined }),
    access: null,
    to: null,
    everyHours: 1,
    keep: 1,
    isHeld: () => isHeld,
  });
  await backups.make(place, () => undefined);
  const before = await target.list("");
  clock.advance(1000);
  const lost = backups.make(place, () => (isHeld = false));
  await assert.rejects(lost, /Another node may be making backups by now/);
  assert.deepEqual(await target.list(""), before);
  isHeld = true;
  const { snapshot } = await backups.make(place, () => undefined);
  assert.deepEqual(await target.list("snapshots/"), [snapshot], "the one before has gone");
});
