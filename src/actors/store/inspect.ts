/** Looks a database file over that nobody has open: is it whole, is it ours, is it of a version we know. */
import { existsSync } from "node:fs";
import { type Driver, execAside, openDriver } from "./driver.ts";
import { applicationId } from "./migrate.ts";

export interface FileCheck {
  /** What is wrong, in words; empty when nothing is. */
  readonly problems: readonly string[];
  readonly version: number;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

export interface Expected {
  /** The id the file must carry. */
  readonly workspaceId: string;
  /** The newest version that this program knows. */
  readonly newest: number;
}

/** Invariants that hold in every workspace: each query answers rows that break one. */
const invariants: readonly (readonly [what: string, sql: string])[] = [
  [
    "There is not exactly one default list",
    "SELECT 1 WHERE (SELECT count(*) FROM todo_lists WHERE is_default = 1) <> 1",
  ],
  [
    "A chat is at work and no piece of work stands for it",
    `SELECT 1 FROM chats WHERE status IN ('queued', 'running') AND id NOT IN
       (SELECT chat_id FROM turns JOIN work ON work.kind = 'turn' AND work.subject_id = turns.id) LIMIT 1`,
  ],
  [
    "An approval is pending in a chat that does not wait for one",
    `SELECT 1 FROM approvals JOIN chats ON chats.id = approvals.chat_id
     WHERE approvals.status = 'pending' AND chats.status <> 'awaiting_input' LIMIT 1`,
  ],
];

/** Checks the file of a workspace. Never throws for what is wrong with the file. */
export function inspectWorkspaceFile(file: string, { workspaceId, newest }: Expected): FileCheck {
  return inspect(file, (get, problems) => {
    if (get("PRAGMA application_id") !== applicationId) problems.push("It was not made by Dayshift.");
    const version = Number(get("PRAGMA user_version"));
    if (version > newest)
      problems.push(`Its schema has version ${version}; this program knows versions up to ${newest}.`);
    const owner = get("SELECT value FROM meta WHERE key = 'workspaceId'");
    if (owner !== workspaceId) problems.push(`It belongs to workspace ${String(owner)}.`);
    if (version !== newest) return;
    for (const [what, sql] of invariants) if (get(sql) !== undefined) problems.push(`${what}.`);
  });
}

/** Checks any SQLite file of ours. */
export function inspectFile(file: string): FileCheck {
  return inspect(file, () => undefined);
}

type Get = (sql: string) => string | number | null | undefined;

function inspect(file: string, more: (get: Get, problems: string[]) => void): FileCheck {
  const problems: string[] = [];
  const rows: Record<string, number> = {};
  let version = 0;
  if (!existsSync(file)) return { problems: ["It is missing."], version, rows };
  let driver: Driver | null = null;
  try {
    const opened = openDriver(file);
    driver = opened;
    const all = (sql: string) => opened.prepare(sql).raw().all([]) as (readonly (string | number | null)[])[];
    const get: Get = (sql) => all(sql)[0]?.[0];
    for (const [found] of all("PRAGMA integrity_check(10)")) if (found !== "ok") problems.push(String(found));
    const orphans = all("PRAGMA foreign_key_check");
    if (orphans.length > 0)
      problems.push(`${orphans.length} rows refer to rows that do not exist (table ${String(orphans[0]?.[0])}).`);
    version = Number(get("PRAGMA user_version"));
    for (const [name] of all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'",
    )) {
      rows[String(name)] = Number(get(`SELECT count(*) FROM "${String(name)}"`));
    }
    more(get, problems);
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    driver?.close();
  }
  return { problems, version, rows };
}

/** Writes what is committed in a file that nobody has open to a new file. */
export async function copyFileInto(file: string, target: string): Promise<void> {
  const driver = openDriver(file);
  try {
    await execAside(driver, `VACUUM INTO '${target.replaceAll("'", "''")}'`);
  } finally {
    driver.close();
  }
}

/** What the tables, indexes and triggers of a file are, as one text. */
export function schemaOf(file: string): string {
  return withFile(file, (driver) => {
    const rows = driver
      .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")
      .raw()
      .all([]);
    return JSON.stringify(rows);
  });
}

/** Writes each text that holds a `from` with `to` in its place, wherever it stands; both are ids. The file must be nobody's. */
export function replaceTexts(file: string, pairs: readonly { readonly from: string; readonly to: string }[]): void {
  if (pairs.length === 0) return;
  withFile(file, (driver) => {
    const columns = driver
      .prepare(
        `SELECT s.name, c.name FROM sqlite_schema s, pragma_table_xinfo(s.name) c
         WHERE s.type = 'table' AND s.sql NOT LIKE 'CREATE VIRTUAL%' AND c.type = 'TEXT' AND c.hidden = 0`,
      )
      .raw()
      .all([]) as (readonly [string, string])[];
    driver.exec("PRAGMA foreign_keys=OFF; BEGIN");
    for (const { from, to } of pairs) {
      for (const [table, column] of columns) {
        const name = `"${column}"`;
        driver
          .prepare(`UPDATE "${table}" SET ${name} = replace(${name}, ?, ?) WHERE instr(${name}, ?) > 0`)
          .run([from, to, from]);
      }
    }
    driver.exec("COMMIT");
  });
}

/** What belongs to one service: recorded answers of its credentials, and what its ledger has not taken yet. */
const leftBehind = ["idempotency", "charges"];

/** Takes that out, without stopping the event loop. The file must be nobody's. */
export async function leaveServiceBehind(file: string): Promise<void> {
  const driver = openDriver(file);
  try {
    const found = (table: string) =>
      driver.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").raw().get([table]) !== undefined;
    const deletions = leftBehind.filter(found).map((table) => `DELETE FROM ${table}; `);
    await execAside(driver, `${deletions.join("")}VACUUM`);
  } finally {
    driver.close();
  }
}

/** The version of a file's schema. */
export function schemaVersionOf(file: string): number {
  return withFile(file, (driver) => (driver.prepare("PRAGMA user_version").raw().get([]) as [number])[0]);
}

function withFile<T>(file: string, action: (driver: Driver) => T): T {
  const driver = openDriver(file);
  try {
    return action(driver);
  } finally {
    driver.close();
  }
}
