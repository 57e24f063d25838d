/**
 * A process that is killed with a log that it did not empty (`leave`), or one that opens that file while one sync of the log fails, and
 * once more when none does (`open`). Says whether it could, whether its bytes were left alone, and how many rows there are.
 */
import { readFileSync } from "node:fs";
import { workspaceFile } from "../../src/actors/store/files.ts";
import { ensureWorkspaceFile, workspaceMigrations } from "../../src/actors/store/migrate.ts";
import { createPool } from "../../src/actors/store/pool.ts";
import { openStore } from "../../src/actors/store/store.ts";
import { controlOf } from "../helpers/faults.ts";
import { fakeId } from "../helpers/ids.ts";

const [folder = "", step = ""] = process.argv.slice(2);
const workspaceId = fakeId(0xfb);
const migrations = workspaceMigrations();
const file = workspaceFile(folder, workspaceId);
const open = () => openStore({ file, workspaceId, pool: createPool({ maxIdle: 1 }), migrations });

if (step === "leave") {
  ensureWorkspaceFile(folder, workspaceId, migrations);
  const store = open();
  store.begin();
  store.sql.run(
    "INSERT INTO todo_lists (id, name, name_key, is_default, created_at, updated_at) VALUES ('one', 'One', 'one', 0, 0, 0)",
  );
  await store.commit();
  process.kill(process.pid, "SIGKILL");
}

const control = controlOf(process.env["FAULTS_CONTROL"] ?? "");
control.set({ calls: ["sync"], kinds: ["log"], error: "EIO", mode: "once", n: 1 });
const bytes = () => Buffer.concat([readFileSync(file), readFileSync(`${file}-wal`)]);
const before = bytes();
const isRefused = !opens();
const isLeft = before.equals(bytes());
control.set();
const store = open();
const rows = store.read((sql) => sql.get("SELECT count(*) FROM todo_lists"))?.[0];
store.close();
process.stdout.write(JSON.stringify({ isRefused, isLeft, rows }));

function opens(): boolean {
  try {
    const store = open();
    control.set();
    store.close();
    return true;
  } catch {
    return false;
  }
}
