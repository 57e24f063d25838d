/** What is done to whole files that nobody has open, or to copies of them, without stopping the event loop. */
import { userVersion, withAttached } from "./attached.ts";
import { type DriverName, quoted } from "./driver.ts";

/** Writes what is committed in a file to a new file. Others may have it open with the same library: they continue. */
export function copyFileInto(file: string, target: string, library?: DriverName): Promise<void> {
  return withAttached(file, (aside) => aside.exec(`VACUUM ws INTO ${quoted(target)}`), library);
}

/** What the tables, indexes and triggers of a file are, as one text. */
export function schemaOf(file: string): Promise<string> {
  return withAttached(file, async (aside) =>
    JSON.stringify(await aside.all("SELECT type, name, tbl_name, sql FROM ws.sqlite_schema ORDER BY type, name")),
  );
}

/** The version of a file's schema. */
export function schemaVersionOf(file: string): Promise<number> {
  return withAttached(file, async (aside) => Number((await aside.all(userVersion))[0]?.[0]));
}

/** Writes each text that holds a `from` with `to` in its place, wherever it stands; both are ids. */
export async function replaceTexts(
  file: string,
  pairs: readonly { readonly from: string; readonly to: string }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await withAttached(file, async (aside) => {
    const columns = await aside.all(
      `SELECT s.name, c.name FROM ws.sqlite_schema s, pragma_table_xinfo(s.name, 'ws') c
       WHERE s.type = 'table' AND s.sql NOT LIKE 'CREATE VIRTUAL%' AND c.type = 'TEXT' AND c.hidden = 0`,
    );
    const updates = pairs.flatMap(({ from, to }) =>
      columns.map(
        ([table, column]) =>
          `UPDATE ws."${table}" SET "${column}" = replace("${column}", ${quoted(from)}, ${quoted(to)})
           WHERE instr("${column}", ${quoted(from)}) > 0;`,
      ),
    );
    await aside.exec(`PRAGMA foreign_keys=OFF; BEGIN; ${updates.join("\n")} COMMIT`);
  });
}

/** What belongs to one service: recorded answers of its credentials, and what its ledger has not taken yet. */
const leftBehind = ["idempotency", "charges"];

/** Takes that out. */
export async function leaveServiceBehind(file: string): Promise<void> {
  await withAttached(file, async (aside) => {
    const found = new Set((await aside.all("SELECT name FROM ws.sqlite_schema")).map(([name]) => name));
    const deletions = leftBehind.filter((name) => found.has(name)).map((table) => `DELETE FROM ws.${table}; `);
    await aside.exec(`${deletions.join("")}VACUUM ws`);
  });
}

/** Takes settings out of a copy of the directory, so that no byte of them is left. */
export async function removeSettings(file: string, names: readonly string[], library?: DriverName): Promise<void> {
  const listed = names.map(quoted).join(", ");
  await withAttached(
    file,
    async (aside) => {
      const found = await aside.all(`SELECT name FROM ws.settings WHERE name IN (${listed})`);
      if (found.length > 0) await aside.exec(`DELETE FROM ws.settings WHERE name IN (${listed}); VACUUM ws`);
    },
    library,
  );
}
