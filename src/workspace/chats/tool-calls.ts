/** The rows of tool calls, keyed by turn, step and position: ids of a provider are never trusted to be unique. */
import type { Block } from "../../schema/chat.ts";
import { type Carried, naming, writingTools } from "../captures/boundary.ts";
import { parsed, type Sql, type SqlRow } from "../protocol/sql.ts";

export type ToolInput = Readonly<Record<string, unknown>>;

export interface CallKey {
  readonly turnId: string;
  readonly step: number;
  readonly position: number;
}

export interface CallRow extends CallKey {
  readonly name: string;
  readonly state: "waiting" | "open" | "done";
  /** What is carried out: the agent's input, or what a person made of it. */
  readonly input: ToolInput;
  readonly isError: boolean;
  /** The result; null until the call is done. */
  readonly content: string | null;
  /**
   * Content of captures in what the model was shown when it planned the call, and in the result; what the input carries by itself
   * follows from the call (`carriedByCall`).
   */
  readonly carried: Carried;
  /** Who wrote what the result shows (runs/authors.ts). */
  readonly authors?: readonly Origin[];
}

/** Who wrote something; of those outside also where: the server, or the web. */
export type Origin = "person" | "agent" | `outside:${string}`;

const columns =
  "turn_id, step, position, name, state, coalesce(edited_input, input), is_error, content, captures, authors";

/** The id of a call in messages and approvals. */
export function callId({ turnId, step, position }: CallKey): string {
  return `${turnId}_${step}_${position}`;
}

/** The calls of a step, in their order. */
export function callsOf(sql: Sql, turnId: string, step: number): CallRow[] {
  return sql
    .all(`SELECT ${columns} FROM tool_calls WHERE turn_id = ? AND step = ? ORDER BY position`, turnId, step)
    .map(toCallRow);
}

/** The calls of a turn that were carried out without an error, in their order. */
export function doneCalls(sql: Sql, turnId: string): CallRow[] {
  return sql
    .all(
      `SELECT ${columns} FROM tool_calls WHERE turn_id = ? AND state = 'done' AND is_error = 0 ORDER BY step, position`,
      turnId,
    )
    .map(toCallRow);
}

/** The name of a tool that the turn has called so many times with the same input, and it failed each time; null for none. */
export function failedAgain(sql: Sql, turnId: string, times: number): string | null {
  const row = sql.get(
    `SELECT name FROM tool_calls WHERE turn_id = ? AND state = 'done' AND is_error = 1
     GROUP BY name, input HAVING count(*) >= ? LIMIT 1`,
    turnId,
    times,
  );
  return (row?.[0] as string | undefined) ?? null;
}

/** The first call of a step that is to be carried out; undefined when there is none. */
export function firstOpen(sql: Sql, turnId: string, step: number): CallRow | undefined {
  const row = sql.get(
    `SELECT ${columns} FROM tool_calls WHERE turn_id = ? AND step = ? AND state = 'open' ORDER BY position LIMIT 1`,
    turnId,
    step,
  );
  return row && toCallRow(row);
}

/** Adds a call as it is planned; a refused one comes with its result. */
export function insertCall(sql: Sql, call: CallRow): void {
  sql.run(
    `INSERT INTO tool_calls (turn_id, step, position, name, state, is_error, input, content, captures)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    call.turnId,
    call.step,
    call.position,
    call.name,
    call.state,
    call.isError,
    JSON.stringify(call.input),
    call.content,
    call.carried === null ? null : JSON.stringify(call.carried),
  );
}

/** Lets a waiting call be carried out; `edited` in place of the agent's input. */
export function openCall(sql: Sql, key: CallKey, edited: ToolInput | null): void {
  sql.run(
    `UPDATE tool_calls SET state = 'open', edited_input = ?
     WHERE turn_id = ? AND step = ? AND position = ? AND state = 'waiting'`,
    edited === null ? null : JSON.stringify(edited),
    key.turnId,
    key.step,
    key.position,
  );
}

export interface CallResult {
  readonly isError: boolean;
  readonly content: string;
  /** Content of captures in plan and result together; null leaves what the plan carries. */
  readonly carried: Carried;
  /** Who wrote what it shows; nobody when left out. */
  readonly authors?: readonly Origin[];
}

/** Notes that a call is on its way to somebody outside; false when it was before, and so must not be sent. */
export function setSent(sql: Sql, key: CallKey, now: number): boolean {
  const changed = sql.change(
    "UPDATE tool_calls SET sent_at = ? WHERE turn_id = ? AND step = ? AND position = ? AND sent_at IS NULL",
    now,
    key.turnId,
    key.step,
    key.position,
  );
  return changed === 1;
}

/** Records the result of a call; false when it has one. */
export function finishCall(sql: Sql, key: CallKey, { isError, content, carried, authors = [] }: CallResult): boolean {
  const changed = sql.change(
    `UPDATE tool_calls SET state = 'done', is_error = ?, content = ?, captures = coalesce(?, captures), authors = ?,
       read_at_change = (SELECT n FROM changes ORDER BY n DESC LIMIT 1)
     WHERE turn_id = ? AND step = ? AND position = ? AND state <> 'done'`,
    isError,
    content,
    carried === null ? null : JSON.stringify(carried),
    authors.length === 0 ? null : JSON.stringify(authors),
    key.turnId,
    key.step,
    key.position,
  );
  return changed === 1;
}

/** The newest entry of the journal when a call of the chat last answered with the record of that id; null when none did. */
export function lastReadIn(sql: Sql, chatId: string, recordId: string): number | null {
  const row = sql.get(
    `SELECT max(read_at_change) FROM tool_calls
     WHERE turn_id IN (SELECT id FROM turns WHERE chat_id = ?) AND is_error = 0 AND instr(content, ?) > 0`,
    chatId,
    recordId,
  );
  return (row?.[0] ?? null) as number | null;
}

/** Records that what is left of the step was not carried out; `sent` in place of it for what is on its way to somebody outside. */
export function dropCalls(
  sql: Sql,
  { turnId, step }: Pick<CallKey, "turnId" | "step">,
  content: string,
  sent: string,
): void {
  sql.run(
    `UPDATE tool_calls SET state = 'done', is_error = 1, content = CASE WHEN sent_at IS NULL THEN ? ELSE ? END
     WHERE turn_id = ? AND step = ? AND state <> 'done'`,
    content,
    sent,
    turnId,
    step,
  );
}

/** Calls that hold content of a capture. */
export interface CarryingCalls {
  readonly keys: readonly CallKey[];
  /** Their ids. */
  readonly ids: ReadonlySet<string>;
  /** The ids of those in steps that wrote the capture: what the reply says next to such a call may be what it wrote. */
  readonly writing: ReadonlySet<string>;
}

/**
 * The calls of a chat that hold content of the capture: in what the model was shown, or in what it wrote into the capture. A step
 * that wrote counts whole, and so does one of the same turn in which a call that writes was refused: it was tried again.
 */
export function carryingCalls(sql: Sql, chatId: string, captureId: string): CarryingCalls {
  const rows = sql
    .all(
      `SELECT turn_id, step, position, ifnull(instr(captures, ?2), 0) > 0, name IN (SELECT value FROM json_each(?3)), is_error,
         CASE WHEN name IN (SELECT value FROM json_each(?3))
           THEN instr(lower(input || ifnull(edited_input, '') || ifnull(content, '')), ?2) > 0 ELSE 0 END
       FROM tool_calls WHERE turn_id IN (SELECT id FROM turns WHERE chat_id = ?1)`,
      chatId,
      captureId,
      JSON.stringify(writingTools),
    )
    .map(([turnId, step, position, carries, writes, isError, names]) => ({
      key: { turnId: turnId as string, step: step as number, position: position as number },
      carries: carries === 1,
      isTry: writes === 1 && isError === 1,
      wrote: writes === 1 && names === 1,
    }));
  const turns = new Set(rows.filter(({ wrote }) => wrote).map(({ key }) => key.turnId));
  const written = rows.filter(({ key, wrote, isTry }) => wrote || (isTry && turns.has(key.turnId)));
  const steps = new Set(written.map(({ key }) => stepKey(key)));
  const keys = rows.filter(({ key, carries }) => carries || steps.has(stepKey(key))).map(({ key }) => key);
  const writing = keys.filter((key) => steps.has(stepKey(key)));
  return { keys, ids: new Set(keys.map(callId)), writing: new Set(writing.map(callId)) };
}

function stepKey({ turnId, step }: CallKey): string {
  return `${turnId}_${step}`;
}

/** Takes the input and the result out of these calls. One that was not carried out yet carries nothing from here on. */
export function eraseCalls(sql: Sql, keys: readonly CallKey[], words: string): void {
  for (const { turnId, step, position } of keys) {
    sql.run(
      `UPDATE tool_calls SET input = '{}', edited_input = NULL, content = CASE WHEN content IS NOT NULL THEN ? END,
         captures = CASE WHEN state = 'done' THEN captures END
       WHERE turn_id = ? AND step = ? AND position = ?`,
      words,
      turnId,
      step,
      position,
    );
  }
}

/** Inputs that persons changed in this chat, by the id of the call. */
export function editedInputs(sql: Sql, chatId: string): Map<string, ToolInput> {
  const rows = sql.all(
    `SELECT c.turn_id, c.step, c.position, c.edited_input FROM tool_calls c JOIN turns t ON t.id = c.turn_id
     WHERE t.chat_id = ? AND c.edited_input IS NOT NULL`,
    chatId,
  );
  return new Map(
    rows.map(([turnId, step, position, input]) => [
      callId({ turnId: turnId as string, step: step as number, position: position as number }),
      JSON.parse(input as string) as ToolInput,
    ]),
  );
}

/** The result of a call that is done, as it stands in a message. */
export function toResultBlock(call: CallRow): Block {
  const content = call.content ?? "";
  const { isError, authors = [] } = call;
  const by = authors.length === 0 ? {} : { authors: [...new Set(authors.map(shownAs))] };
  return naming({ type: "tool_result" as const, toolCallId: callId(call), isError, content, ...by }, call.carried);
}

/** Where somebody outside is stands in the name of the tool. */
function shownAs(origin: Origin): "person" | "agent" | "outside" {
  return origin === "person" || origin === "agent" ? origin : "outside";
}

function toCallRow(row: SqlRow): CallRow {
  return {
    turnId: row[0] as string,
    step: row[1] as number,
    position: row[2] as number,
    name: row[3] as string,
    state: row[4] as CallRow["state"],
    input: JSON.parse(row[5] as string) as ToolInput,
    isError: row[6] === 1,
    content: row[7] as string | null,
    carried: parsed(row[8]) as string[] | null,
    authors: row[9] === null ? [] : (JSON.parse(row[9] as string) as Origin[]),
  };
}
