/** The minutes, once no process holds the files: what the directory charges against what the workspaces say was worked. */
import { globSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";

interface Charge {
  readonly workspaceId: string;
  readonly state: string;
  readonly seconds: number;
}

interface Turn {
  readonly id: string;
  readonly workspaceId: string;
  readonly state: string;
  readonly seconds: number;
  /** What its run shows, in minutes; null when it is no run, or has not ended. */
  readonly minutesUsed: number | null;
}

const ended: readonly string[] = ["completed", "failed", "cancelled", "timed_out"];

/**
 * What is wrong with the ledger of a data folder, in words: every turn is charged once, for as long as it worked, and nothing stays
 * reserved. A charge that its workspace has still to send counts as sent.
 */
export function wrongCharges(dataDir: string): string[] {
  const ledger = readLedger(dataDir);
  const turns = readTurns(dataDir);
  const charged = [...ledger].flatMap(([turnId, { state, workspaceId }]) => {
    const turn = turns.get(turnId);
    if (state !== "settled") return [`the reservation of turn ${turnId} is still open`];
    return turn?.workspaceId === workspaceId ? [] : [`turn ${turnId} is charged, and is none of its workspace`];
  });
  const worked = [...turns.values()].flatMap((turn) => wrongTurn(turn, ledger.get(turn.id)));
  const sums = [ledger, turns].map((all) => [...all.values()].reduce((sum, { seconds }) => sum + seconds, 0));
  return [...charged, ...worked, ...(sums[0] === sums[1] ? [] : [`charged ${sums[0]} seconds, worked ${sums[1]}`])];
}

/** Seconds that the turns of all workspaces worked, each rounded up. */
export function secondsWorked(dataDir: string): number {
  return [...readTurns(dataDir).values()].reduce((sum, { seconds }) => sum + seconds, 0);
}

function wrongTurn({ id, state, seconds, minutesUsed }: Turn, charge: Charge | undefined): string[] {
  const wrong: string[] = [];
  if (!ended.includes(state)) wrong.push(`turn ${id} is ${state}`);
  if ((charge?.seconds ?? 0) !== seconds) wrong.push(`turn ${id} worked ${seconds} s, charged ${charge?.seconds ?? 0}`);
  if (minutesUsed !== null && minutesUsed !== Math.ceil(seconds / 60))
    wrong.push(`the run of turn ${id} shows ${minutesUsed} minutes for ${seconds} seconds`);
  return wrong;
}

function readLedger(dataDir: string): Map<string, Charge> {
  const sent = query(join(dataDir, "directory.db"), "SELECT turn_id, workspace_id, state, seconds FROM ledger");
  const unsent = filesOf(dataDir).flatMap((file) =>
    query(file, "SELECT turn_id, (SELECT value FROM meta WHERE key = 'workspaceId'), 'settled', seconds FROM charges"),
  );
  const closed = sent.filter(([, , state]) => state === "settled");
  const rows = [...sent, ...unsent, ...closed] as [string, string, string, number][];
  return new Map(rows.map(([id, workspaceId, state, seconds]) => [id, { workspaceId, state, seconds }]));
}

function filesOf(dataDir: string): string[] {
  return globSync("workspaces/**/*.db", { cwd: dataDir }).map((file) => join(dataDir, file));
}

function readTurns(dataDir: string): Map<string, Turn> {
  const files = filesOf(dataDir);
  if (files.length === 0) throw new Error(`There are no workspaces in ${dataDir}.`);
  return new Map(files.flatMap(turnsOf).map((turn) => [turn.id, turn]));
}

function turnsOf(file: string): Turn[] {
  const rows = query(
    file,
    `SELECT t.id, (SELECT value FROM meta WHERE key = 'workspaceId'), t.state, (t.active_ms + 999) / 1000, r.minutes_used
     FROM turns t LEFT JOIN todo_runs r ON r.turn_id = t.id`,
  );
  return rows.map(([id, workspaceId, state, seconds, minutesUsed]) => {
    return { id, workspaceId, state, seconds, minutesUsed } as Turn;
  });
}

function query(file: string, text: string): unknown[][] {
  const database = new Database(file);
  try {
    return database.prepare(text).raw().all() as unknown[][];
  } finally {
    database.close();
  }
}
