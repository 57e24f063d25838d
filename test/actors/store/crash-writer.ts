/** A process that writes as fast as it can and says, for each note, that it was acknowledged; it is made to be killed. */
import { writeSync } from "node:fs";
import { createMailbox } from "../../../src/actors/mailbox/mailbox.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore } from "../../../src/actors/store/store.ts";
import { insertNote, migrations, workspaceId } from "./fixture.ts";

const [file = "", round = ""] = process.argv.slice(2);
const store = openStore({ file, workspaceId, pool: createPool({ maxIdle: 1 }), migrations });
const mailbox = createMailbox({ store, jobs: 1, maxQueue: 100 });

async function write(writer: number): Promise<never> {
  for (let count = 0; ; count++) {
    const id = `${round}-${writer}-${count}`;
    await mailbox.write((sql) => sql.run(insertNote, id, "t"));
    writeSync(1, `${id}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
