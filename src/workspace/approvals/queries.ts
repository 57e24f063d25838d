/** The rows of approvals. One that nobody decided in time counts as expired from that moment, whatever its row says. */
import type { Approval } from "../../schema/app.ts";
import { notFound } from "../../schema/errors.ts";
import { classOfCall } from "../../schema/operations/tools.ts";
import type { ChangeClass } from "../../schema/operation.ts";
import { approvalMachine } from "../../schema/machines.ts";
import { carriedByCall } from "../captures/boundary.ts";
import { toInstant, toInstantOrNull } from "../time/instant.ts";
import { type CallKey, callId, type ToolInput } from "../chats/tool-calls.ts";
import type { Sql, SqlRow, SqlValue } from "../protocol/sql.ts";
import { eventTo, transitions } from "../protocol/transitions.ts";

export type ApprovalStatus = Approval["status"];

/** What the row says; details.ts adds what it is about. */
export type StoredApproval = Omit<Approval, "record" | "recordVersion" | "diff" | "targets" | "isStale" | "step">;

/** Milliseconds that a person has to decide. */
export const approvalLifetime = 72 * 60 * 60_000;

export interface ApprovalRow extends CallKey {
  readonly n: number;
  readonly approval: StoredApproval;
  /** The request carries content of captures. */
  readonly isCarrying: boolean;
  /** The newest change of its record when it was asked for; null for none. */
  readonly askedVersion: number | null;
}

export interface NewApproval extends CallKey {
  readonly id: string;
  readonly chatId: string;
  readonly agentId: string;
  readonly toolName: string;
  readonly toolInput: ToolInput;
  readonly summary: string;
  readonly expiresAt: number;
  readonly recordVersion: number | null;
}

export interface Decision {
  readonly status: Exclude<ApprovalStatus, "pending">;
  /** Null when no person decided. */
  readonly decidedBy: string | null;
  readonly comment: string | null;
}

export interface ApprovalFilter {
  readonly status: ApprovalStatus | null;
  readonly chatId: string | null;
  readonly agentId: string | null;
  /** Only those older than the one with this `n`. */
  readonly before: number;
}

const columns = `a.n, a.id, a.chat_id, c.todo_id, r.id, a.agent_id, a.turn_id, a.step, a.position, a.tool_name,
  iif(a.status = 'edited', coalesce(k.edited_input, a.tool_input), a.tool_input), a.summary, a.status, a.decided_by, a.decided_at, a.comment, a.expires_at, a.created_at, k.captures, g.approval_guidance, a.record_version,
  (SELECT b.id FROM approvals b WHERE b.turn_id = a.turn_id AND b.step = a.step AND b.position = a.position AND b.n > a.n ORDER BY b.n DESC LIMIT 1)`;
const tables = `approvals a JOIN chats c ON c.id = a.chat_id LEFT JOIN todo_runs r ON r.turn_id = a.turn_id
  LEFT JOIN tool_calls k ON k.turn_id = a.turn_id AND k.step = a.step AND k.position = a.position
  LEFT JOIN agents g ON g.id = a.agent_id`;

/** Lets none wait for longer than that from now: one that was asked for by a clock that has been set back since would. */
export function limitLifetimes({ sql, now }: { readonly sql: Sql; readonly now: number }): void {
  const limited = sql.all(
    "UPDATE approvals SET expires_at = ?1 WHERE status = 'pending' AND expires_at > ?1 RETURNING id",
    now + approvalLifetime,
  );
  for (const [id] of limited) sql.journal.touched("approval", id as string);
}

/** The approval with that id. Throws 404. */
export function approvalRow(sql: Sql, id: string, now: number): ApprovalRow {
  const row = sql.get(`SELECT ${columns} FROM ${tables} WHERE a.id = ?`, id);
  if (row === undefined) throw notFound("approval", id);
  return toApprovalRow(sql, row, now);
}

/** Approvals, newest first, at most `limit`. */
export function approvalRows(sql: Sql, filter: ApprovalFilter, limit: number, now: number): ApprovalRow[] {
  const pieces: string[] = [];
  const values: SqlValue[] = [];
  const add = (piece: string, ...more: SqlValue[]): void => {
    pieces.push(piece);
    values.push(...more);
  };
  if (filter.chatId !== null) add("a.chat_id = ?", filter.chatId);
  if (filter.agentId !== null) add("a.agent_id = ?", filter.agentId);
  if (filter.status === "pending") add("a.status = 'pending' AND a.expires_at > ?", now);
  else if (filter.status === "expired")
    add("(a.status = 'expired' OR a.status = 'pending' AND a.expires_at <= ?)", now);
  else if (filter.status !== null) add("a.status = ?", filter.status);
  add("a.n < ?", filter.before);
  return sql
    .all(`SELECT ${columns} FROM ${tables} WHERE ${pieces.join(" AND ")} ORDER BY a.n DESC LIMIT ?`, ...values, limit)
    .map((row) => toApprovalRow(sql, row, now));
}

/** Adds a pending approval. */
export function insertApproval(sql: Sql, approval: NewApproval, now: number): void {
  sql.journal.touched("approval", approval.id);
  sql.run(
    `INSERT INTO approvals (id, chat_id, turn_id, step, position, agent_id, status, tool_name, tool_input, summary,
       expires_at, created_at, record_version) VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?)`,
    approval.id,
    approval.chatId,
    approval.turnId,
    approval.step,
    approval.position,
    approval.agentId,
    approval.toolName,
    JSON.stringify(approval.toolInput),
    approval.summary,
    approval.expiresAt,
    now,
    approval.recordVersion,
  );
}

/** Says in other words what is to be decided, or was. */
export function setSummary(sql: Sql, { turnId, step, position }: CallKey, summary: string): void {
  touchApproval(sql, { turnId, step, position });
  sql.run(
    "UPDATE approvals SET summary = ? WHERE turn_id = ? AND step = ? AND position = ? AND status = 'pending'",
    summary,
    turnId,
    step,
    position,
  );
}

const moves = transitions(approvalMachine);

/** Takes what was asked, and what a person said to it, out of the approvals of these calls. */
export function eraseApprovals(sql: Sql, keys: readonly CallKey[], words: string): void {
  for (const { turnId, step, position } of keys) {
    touchApproval(sql, { turnId, step, position });
    sql.run(
      `UPDATE approvals SET tool_input = '{}', summary = ?1, comment = CASE WHEN comment IS NOT NULL THEN ?1 END
       WHERE turn_id = ?2 AND step = ?3 AND position = ?4`,
      words,
      turnId,
      step,
      position,
    );
  }
}

/** Closes a pending approval. */
export function closeApproval(sql: Sql, key: CallKey, { status, decidedBy, comment }: Decision, now: number): void {
  touchApproval(sql, key);
  const { set, when, check } = moves[eventTo(approvalMachine, status)];
  const which = "WHERE turn_id = ? AND step = ? AND position = ?";
  const at = [key.turnId, key.step, key.position] as const;
  const text = `UPDATE approvals SET ${set}, decided_by = ?, decided_at = ?, comment = ? ${which} AND ${when}`;
  check(sql.change(text, decidedBy, now, comment, ...at), () =>
    sql.get(`SELECT status FROM approvals ${which} ORDER BY n DESC LIMIT 1`, ...at),
  );
}

function touchApproval(sql: Sql, { turnId, step, position }: CallKey): void {
  const rows = sql.all(
    "SELECT id FROM approvals WHERE turn_id = ? AND step = ? AND position = ?",
    turnId,
    step,
    position,
  );
  for (const [id] of rows) sql.journal.touched("approval", id as string);
}

/** The requests of a chat that is about to be erased go with it. */
export function eraseApprovalsOf(sql: Sql, chatId: string): void {
  const rows = sql.all("DELETE FROM approvals WHERE chat_id = ? RETURNING id", chatId);
  for (const [id] of rows) sql.journal.touched("approval", id as string);
}

/** What an agent asks for in one step is decided together: which of how many this one is, counted from 1. */
export function stepOf(sql: Sql, { turnId, step, position }: CallKey): Approval["step"] {
  const row = sql.get(
    "SELECT count(DISTINCT position), count(DISTINCT iif(position <= ?, position, NULL)) FROM approvals WHERE turn_id = ? AND step = ?",
    position,
    turnId,
    step,
  );
  const [of, before] = row as readonly [number, number];
  return { id: `${turnId}-${step}`, position: before, of };
}

/** The calls of a turn that wait for a decision, those whose time is up included. */
export function pendingOf(sql: Sql, turnId: string): (CallKey & { readonly expiresAt: number })[] {
  return sql
    .all(
      "SELECT step, position, expires_at FROM approvals WHERE turn_id = ? AND status = 'pending' ORDER BY position",
      turnId,
    )
    .map(([step, position, expiresAt]) => ({
      turnId,
      step: step as number,
      position: position as number,
      expiresAt: expiresAt as number,
    }));
}

/** True when a call of the turn was refused by a person, or for want of one. */
export function hasRefusal(sql: Sql, turnId: string): boolean {
  const row = sql.get(
    "SELECT 1 FROM approvals WHERE turn_id = ? AND status IN ('rejected', 'responded', 'expired') LIMIT 1",
    turnId,
  );
  return row !== undefined;
}

/** The approval by which a person let this very call through, as it was or as they made it; null when there is none. */
export function approvedBy(sql: Sql, { turnId, step, position }: CallKey): string | null {
  const row = sql.get(
    "SELECT id FROM approvals WHERE turn_id = ? AND step = ? AND position = ? AND status IN ('approved', 'edited')",
    turnId,
    step,
    position,
  );
  return (row?.[0] ?? null) as string | null;
}

/**
 * The class of a call of an agent, by all of its input; null when it has none. What sets a todo back whose schedule `done` stopped
 * resumes that schedule, and is asked about like `schedulePaused: false`.
 */
export function classNow(sql: Sql, toolName: string, input: ToolInput): ChangeClass | null {
  return classOfCall(toolName, input) ?? (toolName === "update_todo" && resumes(sql, input) ? "standing" : null);
}

function resumes(sql: Sql, { todoId, status }: ToolInput): boolean {
  if (typeof todoId !== "string" || status === undefined || status === "done") return false;
  const text = "SELECT 1 FROM series WHERE todo_id = ? AND is_current = 1 AND state = 'paused' AND stopped_by_done = 1";
  return sql.get(text, todoId.toLowerCase()) !== undefined;
}

function toApprovalRow(sql: Sql, row: SqlRow, now: number): ApprovalRow {
  const key = { turnId: row[6] as string, step: row[7] as number, position: row[8] as number };
  const expiresAt = row[16] as number;
  const toolName = row[9] as string;
  const toolInput = JSON.parse(row[10] as string) as Record<string, unknown>;
  const isExpired = row[12] === "pending" && expiresAt <= now;
  return {
    ...key,
    n: row[0] as number,
    isCarrying: row[18] !== null || carriedByCall(toolName, toolInput) !== null,
    askedVersion: row[20] as number | null,
    approval: {
      object: "approval",
      id: row[1] as string,
      chatId: row[2] as string,
      todoId: row[3] as string | null,
      runId: row[4] as string | null,
      agentId: row[5] as string,
      toolCallId: callId(key),
      toolName,
      toolInput,
      summary: row[11] as string,
      approvalGuidance: row[19] as string | null,
      changeClass: row[12] === "pending" ? classNow(sql, toolName, toolInput) : classOfCall(toolName, toolInput),
      status: isExpired ? "expired" : (row[12] as ApprovalStatus),
      decidedBy: row[13] as string | null,
      decidedAt: toInstantOrNull(row[14] as number | null),
      comment: row[15] as string | null,
      expiresAt: toInstant(expiresAt),
      createdAt: toInstant(row[17] as number),
      replacedBy: row[21] as string | null,
    },
  };
}
