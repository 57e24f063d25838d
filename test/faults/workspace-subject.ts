/** The file of a workspace: its store behind the mailbox that answers writes. */
import { createMailbox } from "../../src/actors/mailbox/mailbox.ts";
import { workspaceFile } from "../../src/actors/store/files.ts";
import { ensureWorkspaceFile, workspaceMigrations } from "../../src/actors/store/migrate.ts";
import { createPool } from "../../src/actors/store/pool.ts";
import { openStore } from "../../src/actors/store/store.ts";
import { explain } from "../../src/actors/workspace/unusable.ts";
import { ApiError } from "../../src/schema/errors.ts";
import { fakeId } from "../helpers/ids.ts";
import { filler, type Subject } from "./subject.ts";

const workspaceId = fakeId(0xfa);

const insert =
  "INSERT INTO todo_lists (id, name, name_key, is_default, created_at, updated_at) VALUES (?, ?, ?, 0, 0, 0)";

/** As the host puts it. */
function isClear(error: unknown): boolean {
  try {
    return explain(error);
  } catch (said) {
    return said instanceof ApiError && said.headers["Retry-After"] !== undefined;
  }
}

export const workspaceSubject: Subject = {
  file: workspaceFile(".", workspaceId),
  isClear,
  prepare: async (folder) => void ensureWorkspaceFile(folder, workspaceId, workspaceMigrations()),
  async open(folder) {
    const pool = createPool({ maxIdle: 1 });
    const file = workspaceFile(folder, workspaceId);
    const store = openStore({ file, workspaceId, pool, migrations: workspaceMigrations() });
    const mailbox = createMailbox({ store, jobs: 1, maxQueue: 100 });
    return {
      async write(id) {
        await mailbox.write((sql) => sql.run(insert, id, filler(id), id));
        return [id];
      },
      read: async () =>
        mailbox.read((sql) => sql.all("SELECT id FROM todo_lists ORDER BY n")).map(([id]) => String(id)),
      detach: () => mailbox.detach(),
      async close() {
        await mailbox.stop();
        store.close();
        pool.close();
      },
    };
  },
};
