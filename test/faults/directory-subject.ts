/** The file of the directory, opened as the service opens it. */
import { join } from "node:path";
import { openDirectory } from "../../src/gateway/directory/directory.ts";
import { createFakeClock } from "../helpers/clock.ts";
import { createFakeIds } from "../helpers/ids.ts";
import { filler, type Opened, type Subject } from "./subject.ts";

const file = "directory.db";

async function open(folder: string): Promise<Opened> {
  const url = `file:${join(folder, file)}`;
  const directory = await openDirectory({ url, clock: createFakeClock(), ids: createFakeIds() });
  const { db } = directory;
  return {
    async write(id) {
      await db.run("INSERT INTO organizations (id, name, created_at) VALUES (?, ?, 0)", id, filler(id));
      return [id];
    },
    read: async () => (await db.all("SELECT id FROM organizations")).map((row) => row["id"] as string),
    detach: async () => undefined,
    close: () => directory.close(),
  };
}

export const directorySubject: Subject = {
  file,
  prepare: async (folder) => (await open(folder)).close(),
  open,
};
