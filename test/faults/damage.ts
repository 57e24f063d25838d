/** What another engine than the one under test finds wrong with a database file. */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** Empty when it is sound. Opens it for reading alone: nothing is folded in, nothing recovered. */
export function damageOf(file: string): string[] {
  if (!existsSync(file)) return ["the file is gone"];
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const rows = database.prepare("PRAGMA integrity_check").all();
      return rows.map((row) => String(row["integrity_check"])).filter((text) => text !== "ok");
    } finally {
      database.close();
    }
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
