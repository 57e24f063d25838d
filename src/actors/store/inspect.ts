/** Looks a database file over that nobody has open: is it whole, is it ours, is it of a version we know. */
import { existsSync } from "node:fs";
import { withAttached } from "./attached.ts";
import { type Driver, execAside } from "./driver.ts";
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
  [
    "Todos are found by others than their assignees",
    `SELECT 1 FROM todo_assignees a WHERE NOT EXISTS (SELECT 1 FROM todos t, json_each(t.assignees) e
       WHERE t.n = a.todo_n AND t.shelf = a.shelf AND t.status = a.status AND e.value ->> 'id' = a.assignee_id) LIMIT 1`,
  ],
  [
    "Todos are not found by an assignee",
    `SELECT 1 FROM todos t, json_each(t.assignees) e WHERE NOT EXISTS (SELECT 1 FROM todo_assignees a
       WHERE a.assignee_id = e.value ->> 'id' AND a.shelf = t.shelf AND a.status = t.status AND a.todo_n = t.n) LIMIT 1`,
  ],
];

/** Checks the file of a workspace; invariants only of one of the newest version. Never rejects for what is wrong with the file. */
export function inspectWorkspaceFile(file: string, { workspaceId, newest }: Expected): Promise<FileCheck> {
  return inspect(file, async (look, problems) => {
    const [application, version] = [first(look.here("PRAGMA ws.application_id")), versionIn(look)];
    if (application !== applicationId) problems.push("It was not made by Dayshift.");
    if (version > newest)
      problems.push(`Its schema has version ${version}; this program knows versions up to ${newest}.`);
    const owner = first(look.here("SELECT value FROM meta WHERE key = 'workspaceId'"));
    if (owner !== workspaceId) problems.push(`It belongs to workspace ${String(owner)}.`);
    if (version !== newest) return;
    for (const [what, sql] of invariants) if ((await look.aside(sql)).length > 0) problems.push(`${what}.`);
  });
}

/** Checks any SQLite file of ours. Never rejects for what is wrong with the file. */
export function inspectFile(file: string): Promise<FileCheck> {
  return inspect(file, async () => undefined);
}

type Rows = readonly (readonly (string | number | null)[])[];

interface Look {
  /** Rows of a query that is quick. */
  here(sql: string): Rows;
  /** Rows of a query that reads all of a table or file: it does not stop the event loop. */
  aside(sql: string): Promise<Rows>;
}

/** A thread of the driver hands no rows back: they go into a table in memory, which is then read here. */
function createLook(driver: Driver): Look {
  const here = (sql: string): Rows => driver.prepare(sql).raw().all([]) as Rows;
  return {
    here,
    async aside(sql) {
      await execAside(driver, `DROP TABLE IF EXISTS temp.found; CREATE TEMP TABLE found AS ${sql}`);
      return here("SELECT * FROM temp.found");
    },
  };
}

function first(rows: Rows): string | number | null | undefined {
  return rows[0]?.[0];
}

function versionIn(look: Look): number {
  return Number(first(look.here("PRAGMA ws.user_version")));
}

type More = (look: Look, problems: string[]) => Promise<void>;

async function inspect(file: string, more: More): Promise<FileCheck> {
  const problems: string[] = [];
  let rows: Readonly<Record<string, number>> = {};
  let version = 0;
  if (!existsSync(file)) return { problems: ["It is missing."], version, rows };
  try {
    await withAttached(file, async (driver) => {
      const look = createLook(driver);
      problems.push(...(await damageIn(look)));
      version = versionIn(look);
      rows = await countRows(look);
      await more(look, problems);
    });
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  return { problems, version, rows };
}

async function damageIn(look: Look): Promise<string[]> {
  // The schema of such a function counts only beside its other argument: sqlite.org/pragma.html#pragfunc.
  const found = await look.aside("SELECT integrity_check FROM pragma_integrity_check WHERE arg = 10 AND schema = 'ws'");
  const orphans = await look.aside(
    `SELECT broken."table", count(*) OVER () FROM ws.sqlite_schema AS tables, pragma_foreign_key_check(tables.name, 'ws') AS broken
     WHERE tables.type = 'table' LIMIT 1`,
  );
  return [
    ...found.map(([what]) => String(what)).filter((what) => what !== "ok"),
    ...orphans.map(([table, count]) => `${count} rows refer to rows that do not exist (table ${table}).`),
  ];
}

async function countRows(look: Look): Promise<Record<string, number>> {
  const tables = look.here(
    `SELECT 'SELECT ' || quote(name) || ', count(*) FROM ws."' || replace(name, '"', '""') || '"' FROM ws.sqlite_schema
     WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'`,
  );
  const counts = tables.length === 0 ? [] : await look.aside(tables.join(" UNION ALL "));
  return Object.fromEntries(counts.map(([name, count]) => [String(name), Number(count)]));
}
