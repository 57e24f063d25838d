/** The files of the store, as PostgreSQL has them. */
import type { StoredFiles } from "../port.ts";
import { directoryShard, shardOfFile } from "../shards.ts";
import { unpacked } from "./packed.ts";
import type { Rows, Session } from "./session.ts";
import * as statements from "./statements.ts";

/** How many pages are read at a time. */
const pagesAtOnce = 512;

/** As a session sees them. */
export function filesIn(session: Pick<Session, "ask">): StoredFiles {
  const ask = (text: string, file: string, ...values: unknown[]): Promise<Rows> =>
    session.ask(text, [shardOfFile(file) ?? directoryShard, file, ...values]);
  return {
    async shape(file) {
      const [row] = await ask(statements.readShape, file);
      if (row === undefined) return null;
      const { page_size: pageSize, length, sum } = row;
      return { pageSize: Number(pageSize), length: Number(length), ...(sum !== null && { sum: Number(sum) }) };
    },
    async *read(file, from = 0) {
      for (let last = from - 1, isMore = true; isMore;) {
        const rows = await ask(statements.readPages, file, last, pagesAtOnce);
        for (const row of rows) {
          last = Number(row["n"]);
          yield [last, await unpacked(row["bytes"] as Uint8Array)];
        }
        isMore = rows.length === pagesAtOnce;
      }
    },
    async names(prefix) {
      const shard = prefix === "" ? null : shardOfFile(prefix);
      return (await session.ask(statements.readNames, [shard, prefix])).map((row) => String(row["name"]));
    },
  };
}

/** Files of the store as they all were at one moment, on a session of its own. */
export async function atOneMoment<T>(session: Session, read: (files: StoredFiles) => Promise<T>): Promise<T> {
  try {
    await session.ask(statements.beginMoment);
    return await read(filesIn(session));
  } finally {
    await session.close(); // ends the transaction: nothing was changed
  }
}

/** For each file another text whenever it was written to: each append makes a new version of the row of each of its files. */
export async function marksIn(session: Pick<Session, "ask">): Promise<ReadonlyMap<string, string>> {
  const rows = await session.ask(statements.readMarks);
  return new Map(rows.map((row) => [String(row["name"]), String(row["mark"])]));
}
