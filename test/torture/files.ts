/** The files themselves, once no process holds them. */
import { globSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";

/** What SQLite finds wrong with the database files of a data folder; empty when they are sound. Throws when there are none. */
export function damageIn(dataDir: string): string[] {
  const files = globSync("**/*.db", { cwd: dataDir });
  if (files.length === 0) throw new Error(`There are no database files in ${dataDir}.`);
  return files.flatMap((file) => damageOf(join(dataDir, file)).map((what) => `${file}: ${what}`));
}

function damageOf(path: string): string[] {
  const database = new Database(path);
  try {
    const integrity = database.prepare("PRAGMA integrity_check").all() as { integrity_check: string }[];
    const strays = database.prepare("PRAGMA foreign_key_check").all();
    const found = integrity.map((row) => row.integrity_check).filter((text) => text !== "ok");
    return strays.length === 0 ? found : [...found, `${strays.length} rows refer to nothing`];
  } finally {
    database.close();
  }
}
