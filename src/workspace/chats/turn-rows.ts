/** The rows of turns: one for each time an agent is set to work in a chat, from the message to its end. */
import type { Caller } from "../../schema/caller.ts";
import { type RunStatus, turnMachine, type TurnState } from "../../schema/machines.ts";
import type { Sql, SqlRow } from "../protocol/sql.ts";
import { eventTo, transitions } from "../protocol/transitions.ts";

export interface TurnRow {
  readonly id: string;
  readonly chatId: string;
  readonly state: TurnState;
  /** Who started it, with the scopes they had. */
  readonly caller: Caller;
  /** How many agents stand between it and a person. */
  readonly depth: number;
  /** The turn with which the tree of turns began that it belongs to: its own, unless an agent began it. */
  readonly rootId: string;
  /** Whoever began it had to ask a person about changes, and so has it. */
  readonly isGated: boolean;
  /** Replies of the model that were recorded. */
  readonly steps: number;
  /** The last step whose tool results stand in a message. */
  readonly shownStep: number;
  /** Milliseconds for which a worker had it, up to `markedAt`. */
  readonly activeMs: number;
  /** Null while no worker has it. */
  readonly markedAt: number | null;
  readonly createdAt: number;
}

/** A turn to be added; `rootId` is null where it begins a tree of its own. */
export interface NewTurn extends Pick<TurnRow, "id" | "chatId" | "caller" | "depth" | "isGated"> {
  readonly rootId: string | null;
}

/** Agents that may stand between an agent and the person who began. */
export const deepest = 3;

const moves = transitions(turnMachine, "state");

const columns =
  "id, chat_id, state, caller, depth, steps, shown_step, active_ms, marked_at, created_at, coalesce(root_id, id), is_gated";

/** The turn with that id; undefined when there is none. */
export function findTurn(sql: Sql, id: string): TurnRow | undefined {
  const row = sql.get(`SELECT ${columns} FROM turns WHERE id = ?`, id);
  return row && toTurnRow(row);
}

/** The turn while a worker may resume it; undefined once it waits or has ended. */
export function findRunning(sql: Sql, id: string): TurnRow | undefined {
  const row = sql.get(`SELECT ${columns} FROM turns WHERE id = ? AND state = 'running'`, id);
  return row && toTurnRow(row);
}

/** True while the turn is running, in the eyes of its worker. */
export function isRunning(sql: Sql, id: string): boolean {
  return sql.get("SELECT 1 FROM turns WHERE id = ? AND state = 'running'", id) !== undefined;
}

/** How many turns the chat has had, one that runs included. */
export function turnCount(sql: Sql, chatId: string): number {
  return (sql.get("SELECT count(*) FROM turns WHERE chat_id = ?", chatId)?.[0] as number | undefined) ?? 0;
}

/** Adds a queued turn. */
export function insertTurn(sql: Sql, turn: NewTurn, now: number): void {
  sql.run(
    "INSERT INTO turns (id, chat_id, state, caller, depth, root_id, is_gated, created_at) VALUES (?, ?, 'queued', ?, ?, ?, ?, ?)",
    turn.id,
    turn.chatId,
    JSON.stringify(turn.caller),
    turn.depth,
    turn.rootId,
    turn.isGated ? 1 : 0,
    now,
  );
}

/**
 * A worker has the turn: its time counts from now, and what passed since a worker was lost does not count. Answers the chat;
 * undefined, and nothing changes, when the turn waits or has ended.
 */
export function setRunning(sql: Sql, id: string, now: number): string | undefined {
  const { set, when } = moves.begin;
  const row = sql.get(`UPDATE turns SET ${set}, marked_at = ? WHERE id = ? AND ${when} RETURNING chat_id`, now, id);
  return row?.[0] as string | undefined;
}

/** The turn may resume as soon as a worker takes it. */
export function setReady(sql: Sql, id: string): void {
  const { set, when, check } = moves.resume;
  check(sql.change(`UPDATE turns SET ${set}, marked_at = NULL WHERE id = ? AND ${when}`, id), stateRow(sql, id));
}

/** The turn waits for decisions: its time stands still. */
export function setAwaiting(sql: Sql, turn: TurnRow, now: number): void {
  const { set, when, check } = moves.ask;
  const text = `UPDATE turns SET ${set}, active_ms = ?, marked_at = NULL WHERE id = ? AND ${when}`;
  check(sql.change(text, activeMs(turn, now), turn.id), stateRow(sql, turn.id));
}

/** No worker has the turn for a while: its time stands still. */
export function setAside(sql: Sql, turn: TurnRow, now: number): void {
  sql.run("UPDATE turns SET active_ms = ?, marked_at = NULL WHERE id = ?", activeMs(turn, now), turn.id);
}

/** Counts the time up to now, and the reply that was recorded with it. */
export function setStep(sql: Sql, turn: TurnRow, step: number, now: number): void {
  sql.run(
    "UPDATE turns SET steps = ?, active_ms = ?, marked_at = ? WHERE id = ?",
    step,
    activeMs(turn, now),
    now,
    turn.id,
  );
}

/** Counts what a call of the turn has changed. */
export function addChanges(sql: Sql, id: string, count: number): void {
  sql.run("UPDATE turns SET changes = changes + ? WHERE id = ?", count, id);
}

/** What the turns of a tree have used until now, active time in milliseconds. */
export function usedBy(
  sql: Sql,
  rootId: string,
  now: number,
): { readonly runs: number; readonly changes: number; readonly modelCalls: number; readonly activeMs: number } {
  const row = sql.get(
    `SELECT count(*), sum(changes), sum(steps), sum(active_ms + coalesce(max(0, ?1 - marked_at), 0))
     FROM turns WHERE id = ?2 OR root_id = ?2`,
    now,
    rootId,
  ) as readonly [number, number, number, number];
  return { runs: row[0], changes: row[1], modelCalls: row[2], activeMs: row[3] };
}

/** The turns of a tree that have not ended, oldest first. */
export function liveTurnsOf(sql: Sql, rootId: string): TurnRow[] {
  return sql
    .all(
      `SELECT ${columns} FROM turns WHERE (id = ?1 OR root_id = ?1) AND state IN ('queued', 'running', 'awaiting_input') ORDER BY n`,
      rootId,
    )
    .map(toTurnRow);
}

/** The results of the step stand in a message. */
export function setShownStep(sql: Sql, id: string, step: number): void {
  sql.run("UPDATE turns SET shown_step = ? WHERE id = ?", step, id);
}

/** No worker has the turns any more that were taken: their time stands still at what was recorded. */
export function stopClocks(sql: Sql): void {
  sql.run(
    `UPDATE turns SET marked_at = NULL
     WHERE id IN (SELECT subject_id FROM work WHERE is_taken = 1 AND kind = 'turn')`,
  );
}

/** Somebody else carries the turn on. */
export function setCaller(sql: Sql, id: string, caller: Caller): void {
  sql.run("UPDATE turns SET caller = ? WHERE id = ?", JSON.stringify(caller), id);
}

/** The turn is over. */
export function setEndedState(sql: Sql, turn: TurnRow, state: Exclude<RunStatus, "running">, now: number): void {
  const { set, when, check } = moves[eventTo(turnMachine, state)];
  const changed = sql.change(
    `UPDATE turns SET ${set}, steps = ?, active_ms = ?, marked_at = NULL, ended_at = ? WHERE id = ? AND ${when}`,
    turn.steps,
    activeMs(turn, now),
    now,
    turn.id,
  );
  check(changed, stateRow(sql, turn.id));
}

function stateRow(sql: Sql, id: string): () => SqlRow | undefined {
  return () => sql.get("SELECT state FROM turns WHERE id = ?", id);
}

/** Forgets a turn whose chat was erased before its minutes were settled. */
export function forgetOrphan(sql: Sql, id: string): void {
  sql.run("DELETE FROM turns WHERE id = ? AND NOT EXISTS (SELECT 1 FROM chats WHERE chats.id = turns.chat_id)", id);
}

/** Milliseconds for which workers had the turn, until now. A clock that was set back adds nothing. */
export function activeMs(turn: TurnRow, now: number): number {
  return turn.activeMs + (turn.markedAt === null ? 0 : Math.max(0, now - turn.markedAt));
}

/** True for a turn that nothing more comes of. */
export function isOver(state: TurnState): boolean {
  return state !== "queued" && state !== "running" && state !== "awaiting_input";
}

function toTurnRow(row: SqlRow): TurnRow {
  return {
    id: row[0] as string,
    chatId: row[1] as string,
    state: row[2] as TurnState,
    caller: JSON.parse(row[3] as string) as Caller,
    depth: row[4] as number,
    steps: row[5] as number,
    shownStep: row[6] as number,
    activeMs: row[7] as number,
    markedAt: row[8] as number | null,
    createdAt: row[9] as number,
    rootId: row[10] as string,
    isGated: row[11] === 1,
  };
}

/** True when its agent must ask, as it is now, or the agent that began the turn had to. */
export function mustAsk(sql: Sql, { chatId, isGated }: Pick<TurnRow, "chatId" | "isGated">): boolean {
  if (isGated) return true;
  const row = sql.get(
    "SELECT requires_approval FROM agents WHERE id = (SELECT agent_id FROM chats WHERE id = ?)",
    chatId,
  );
  return row?.[0] === 1;
}
