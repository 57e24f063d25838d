/** A process whose files may not grow past a limit (ulimit -f): fills the file until writes fail, then tells what still works. */
import { ApiError } from "../../../src/schema/errors.ts";
import { createMailbox } from "../../../src/actors/mailbox/mailbox.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore } from "../../../src/actors/store/store.ts";
import { countNotes, insertNote, migrations, workspaceId } from "./fixture.ts";

const [file = ""] = process.argv.slice(2);
const store = openStore({ file, workspaceId, pool: createPool({ maxIdle: 1 }), migrations });
const mailbox = createMailbox({ store, jobs: 1, maxQueue: 100 });
let acknowledged = 0;

/** How the write failed: code and Retry-After; null when it was kept. */
async function write(): Promise<unknown> {
  try {
    const id = `note ${acknowledged}`;
    await mailbox.write((sql) => sql.run(insertNote, id, "x".repeat(4000)));
    acknowledged += 1;
    return null;
  } catch (error) {
    return error instanceof ApiError ? [error.code, error.headers["Retry-After"]] : String(error);
  }
}

let failure: unknown = null;
while (failure === null && acknowledged < 1000) failure = await write();
const readAfter = countNotes(store);
const laterFailure = await write();
const readLater = countNotes(store);
process.stdout.write(JSON.stringify({ acknowledged, failure, readAfter, laterFailure, readLater }));
