/** Looks a database file over that nobody has open: is it whole, is it ours, is it of a version we know. */
import { existsSync } from "node:fs";
import { userVersion, withAttached } from "./attached.ts";
import { commitsIn, findMissingCommits } from "./durability.ts";
import type { Aside } from "./driver.ts";
import { countFrames } from "./log-guard.ts";
import { type HistoryHead, verifyHistory } from "./history-check.ts";
import { applicationId } from "./migrate.ts";

export interface FileCheck {
  /** What is wrong, in words; empty when nothing is. */
  readonly problems: readonly string[];
  readonly version: number;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Where the history of a workspace ends, as far as it was verified. */
  readonly head?: HistoryHead | null;
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
       WHERE t.n = a.todo_n AND t.visibility = a.visibility AND t.status = a.status AND e.value ->> 'id' = a.assignee_id) LIMIT 1`,
  ],
  [
    "Todos are not found by an assignee",
    `SELECT 1 FROM todos t, json_each(t.assignees) e WHERE NOT EXISTS (SELECT 1 FROM todo_assignees a
       WHERE a.assignee_id = e.value ->> 'id' AND a.visibility = t.visibility AND a.status = t.status AND a.todo_n = t.n) LIMIT 1`,
  ],
];

/** Checks the file of a workspace; invariants only of one of the newest version. Never rejects for what is wrong with the file. */
export async function inspectWorkspaceFile(file: string, { workspaceId, newest }: Expected): Promise<FileCheck> {
  let head: HistoryHead | null = null;
  const check = await inspect(file, async (aside, problems) => {
    const [application, version] = [first(await aside.all(applicationOf)), await versionIn(aside)];
    if (application !== applicationId) problems.push("It was not made by Dayshift.");
    if (version > newest)
      problems.push(`Its schema has version ${version}; this program knows versions up to ${newest}.`);
    const owner = first(await aside.all("SELECT value FROM ws.meta WHERE key = 'workspaceId'"));
    if (owner !== workspaceId) problems.push(`It belongs to workspace ${String(owner)}.`);
    const behind = findMissingCommits(file, first(await aside.all(commitsIn)));
    if (behind !== null) problems.push(behind.message);
    if (version !== newest) return;
    for (const [what, sql] of invariants) if ((await aside.all(sql)).length > 0) problems.push(`${what}.`);
    const history = await verifyHistory(aside);
    if (history.problem !== null) problems.push(history.problem);
    head = history.head;
  });
  return { ...check, head };
}

/** Checks any SQLite file of ours. Never rejects for what is wrong with the file. */
export function inspectFile(file: string): Promise<FileCheck> {
  return inspect(file, async () => undefined);
}

type Rows = readonly (readonly (string | number | null)[])[];

const applicationOf = "PRAGMA ws.application_id";

function first(rows: Rows): string | number | null | undefined {
  return rows[0]?.[0];
}

async function versionIn(aside: Aside): Promise<number> {
  return Number(first(await aside.all(userVersion)));
}

type More = (aside: Aside, problems: string[]) => Promise<void>;

async function inspect(file: string, more: More): Promise<FileCheck> {
  const problems: string[] = [];
  let rows: Readonly<Record<string, number>> = {};
  let version = 0;
  if (!existsSync(file)) return { problems: ["It is missing."], version, rows };
  try {
    countFrames(file); // what opens it would take a damaged log away when it closes
    await withAttached(file, async (aside) => {
      problems.push(...(await damageIn(aside)));
      version = await versionIn(aside);
      rows = await countRows(aside);
      await more(aside, problems);
    });
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  return { problems, version, rows };
}

async function damageIn(aside: Aside): Promise<string[]> {
  // The schema of such a function counts only with its other argument: sqlite.org/pragma.html#pragfunc.
  const found = await aside.all("SELECT integrity_check FROM pragma_integrity_check WHERE arg = 10 AND schema = 'ws'");
  const orphans = await aside.all(
    `SELECT broken."table", count(*) OVER () FROM ws.sqlite_schema AS tables, pragma_foreign_key_check(tables.name, 'ws') AS broken
     WHERE tables.type = 'table' LIMIT 1`,
  );
  return [
    ...found.map(([what]) => String(what)).filter((what) => what !== "ok"),
    ...orphans.map(([table, count]) => `${count} rows refer to rows that do not exist (table ${table}).`),
  ];
}

async function countRows(aside: Aside): Promise<Record<string, number>> {
  const tables = await aside.all(
    `SELECT 'SELECT ' || quote(name) || ', count(*) FROM ws."' || replace(name, '"', '""') || '"' FROM ws.sqlite_schema
     WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'`,
  );
  const counts = tables.length === 0 ? [] : await aside.all(tables.join(" UNION ALL "));
  return Object.fromEntries(counts.map(([name, count]) => [String(name), Number(count)]));
}
