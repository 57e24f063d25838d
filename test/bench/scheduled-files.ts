/** A data folder with very many workspaces, each with one schedule: made from copies of a file while its service is stopped. */
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createClock } from "../../src/actors/runtime/clock.ts";
import { createIds } from "../../src/actors/runtime/ids.ts";
import { openDriver } from "../../src/actors/store/driver.ts";
import { workspaceFile } from "../../src/actors/store/files.ts";
import { openAlarmFile } from "../../src/actors/alarms/alarm-file.ts";
import { openDb, statement } from "../../src/gateway/directory/database/db.ts";
import type { Sql } from "../../src/workspace/protocol/sql.ts";
import { execute } from "../../src/workspace/execute.ts";
import { reconcile } from "../../src/workspace/maintenance.ts";
import { initialise } from "../../src/workspace/initialise.ts";
import { defaultAgentId } from "../../src/workspace/agents/queries.ts";
import { inFile } from "../helpers/workspace-file.ts";

export interface Owner {
  readonly userId: string;
  readonly organizationId: string;
}

export interface Due {
  readonly ids: readonly string[];
  /** When the one schedule of each comes due (milliseconds since 1970). */
  readonly at: number;
}

const clock = createClock();
const uuids = createIds(clock);
const statementsAtOnce = 500;
/** As the service of this process has it. */
const zoneData = process.versions.tz ?? "none";

/** So many fresh ids. */
export function freshIds(count: number): string[] {
  return Array.from({ length: count }, () => uuids.uuid());
}

/** Makes the files; `folder` is scratch space for the one that the others are copies of. */
export async function writeFiles(dataDir: string, folder: string, owner: Owner, { ids, at }: Due): Promise<void> {
  const [template = ""] = freshIds(1);
  await inFile(folder, template, (sql) => plan(sql, template, owner, at));
  const source = workspaceFile(folder, template);
  for (const id of ids) {
    const file = workspaceFile(dataDir, id);
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(source, file);
    const driver = openDriver(file);
    driver.exec(`PRAGMA synchronous=OFF; BEGIN; UPDATE meta SET value = '${id}' WHERE key = 'workspaceId';
      UPDATE series SET caller = replace(caller, '${template}', '${id}'); COMMIT`);
    driver.close();
  }
}

/** What a person does who gives a todo an agent and a time. */
function plan(sql: Sql, workspaceId: string, { userId }: Owner, at: number): void {
  const newId = (): string => uuids.uuid();
  const now = clock.now();
  initialise(sql, { now, newId, members: [{ userId, email: "bench@example.com", name: "Bench", isOwner: true }] });
  const caller = {
    workspaceId,
    userId,
    credentialType: "session",
    credentialId: userId,
    scopes: ["todos:read"],
  } as const;
  const assignees = [{ id: defaultAgentId(sql), type: "agent" }];
  const body = { title: "Look after it", assignees, schedule: { runAt: new Date(at).toISOString() } };
  const context = { sql, now, newId, caller, secondsLeft: null, acting: null };
  execute(context, "createTodo", { path: {}, query: {}, body });
  reconcile(context, zoneData);
}

/** Makes them workspaces of the owner. */
export async function enter(dataDir: string, { userId, organizationId }: Owner, ids: readonly string[]): Promise<void> {
  const db = await openDb({ url: `file:${join(dataDir, "directory.db")}` });
  const now = clock.now();
  for (let from = 0; from < ids.length; from += statementsAtOnce) {
    const some = ids.slice(from, from + statementsAtOnce);
    await db.batch([
      ...some.map((id) => statement("INSERT INTO workspaces VALUES (?, ?, 'Bench', ?)", id, organizationId, now)),
      ...some.map((id) => statement("INSERT INTO memberships VALUES (?, ?, ?)", id, userId, now)),
    ]);
  }
  await db.close();
}

/** Notes when each is to be woken, as a service does that closes them. */
export async function setAlarms(dataDir: string, { ids, at }: Due): Promise<void> {
  const alarms = await openAlarmFile(dataDir, zoneData);
  await Promise.all(ids.map((id) => alarms.set(id, { dueAt: at, plannedAt: clock.now() })));
  await alarms.close();
}

/** Moments (milliseconds since 1970) at which the run of the one schedule began and ended; null where there was none, or it did not go well. */
export async function runOf(
  dataDir: string,
  workspaceId: string,
): Promise<readonly [began: number, ended: number] | null> {
  let found: readonly [number, number] | null = null;
  await inFile(dataDir, workspaceId, (sql) => {
    const rows = sql.all("SELECT status, started_at, finished_at FROM occurrences");
    const [row] = rows;
    if (rows.length === 1 && row?.[0] === "completed") found = [row[1] as number, row[2] as number];
  });
  return found;
}
