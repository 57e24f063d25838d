/**
 * A process whose storage fails every sync after an erasure that could not be taken out of the log; it retries in the meantime. Says
 * what it found wrong with the file afterwards.
 */
import { chooseDriver } from "../../src/actors/store/driver.ts";
import type { DriverName } from "../../src/actors/store/drivers/names.ts";
import { workspaceFile } from "../../src/actors/store/files.ts";
import { ensureWorkspaceFile, workspaceMigrations } from "../../src/actors/store/migrate.ts";
import { createPool } from "../../src/actors/store/pool.ts";
import { openStore } from "../../src/actors/store/store.ts";
import { controlOf } from "../helpers/faults.ts";
import { fakeId } from "../helpers/ids.ts";
import { damageOf } from "./damage.ts";
import { filler } from "./subject.ts";

const [folder = "", driver = ""] = process.argv.slice(2);
chooseDriver(driver as DriverName);
const control = controlOf(process.env["FAULTS_CONTROL"] ?? "");
const workspaceId = fakeId(0xfa);
const migrations = workspaceMigrations();
ensureWorkspaceFile(folder, workspaceId, migrations);
const file = workspaceFile(folder, workspaceId);
const store = openStore({ file, workspaceId, pool: createPool({ maxIdle: 1 }), migrations });
let rows = 0;

/** Reads while it commits, so that a reader has the file open, too. */
async function write(erases = false): Promise<boolean> {
  try {
    store.begin();
    const id = `row-${rows++}`;
    const text =
      "INSERT INTO todo_lists (id, name, name_key, is_default, created_at, updated_at) VALUES (?, ?, ?, 0, 0, 0)";
    store.sql.run(text, id, filler(id), id);
    if (erases) store.sql.erases();
    const committed = store.commit();
    store.read((sql) => sql.get("SELECT count(*) FROM todo_lists"));
    await committed;
    return true;
  } catch {
    store.rollback();
    return false;
  }
}

for (let left = 30; left > 0; left--) await write();
await store.settle();
control.set({ calls: ["truncate"], kinds: ["log"], error: "EIO", mode: "from", n: 1 });
await write(true);
control.set();
await write();
const isOwed = store.owesErasure;
control.set({ calls: ["sync"], kinds: ["log"], error: "EIO", mode: "from", n: 1, drops: true });
const isRefused = !(await write());
store.payErasure();
control.set();
const isTaken = await write();
store.payErasure();
store.close();
process.stdout.write(
  JSON.stringify({ isOwed, isRefused, isTaken, stillOwed: store.owesErasure, damage: damageOf(file) }),
);
