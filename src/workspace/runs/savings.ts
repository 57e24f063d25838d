/** Minutes saved: what a todo that agents ran, and that is done, has spared people. It is estimated after the commit. */
import * as v from "valibot";
import { toolNamed } from "../../schema/operations/tools.ts";
import type { Context } from "../protocol/context.ts";
import type { Sql } from "../protocol/sql.ts";
import { setMinutesSaved, todoRow } from "../todos/queries.ts";
import { complete, enqueue, retryLater, type Work } from "../work/queue.ts";
import { hasRunningRun } from "../todos/run-rows.ts";

/** What a model says of the minutes. */
export const estimate = v.pipe(
  v.object({ minutes: v.number(), reason: v.string(), confidence: v.picklist(["low", "medium", "high"]) }),
  v.readonly(),
);

export type Estimate = v.InferOutput<typeof estimate>;

/** What agents did for a todo, over all runs that ended well. */
export interface FinishedWork {
  readonly title: string | null;
  readonly content: string | null;
  /** Tool calls that changed something. */
  readonly changes: number;
  /** Tool calls that only read. */
  readonly looks: number;
  /** Characters that the agents wrote: their answers, and the texts that they put into the workspace. */
  readonly characters: number;
  /** What the agent said last. */
  readonly answer: string;
  /** The words may come out of a capture: they are not to be shown, and not to be repeated. */
  readonly isWithheld: boolean;
}

/** Asks for the estimate of a todo that is done, was run well, and has none. A run that is still in progress asks at its end. */
export function askForEstimate(context: Pick<Context, "sql" | "now">, todoId: string): void {
  if (lastRunToEstimate(context.sql, todoId) !== null) enqueue(context, "estimate", todoId);
}

/** The number of the last run that an estimate is wanted for; null when none is. */
export function lastRunToEstimate(sql: Sql, todoId: string): number | null {
  const row = sql.get(
    `SELECT max(r.n) FROM todos t JOIN todo_runs r ON r.todo_id = t.id
     WHERE t.id = ? AND t.status = 'done' AND t.minutes_saved IS NULL AND r.status = 'completed'`,
    todoId,
  );
  const last = (row?.[0] ?? null) as number | null;
  return last === null || hasRunningRun(sql, todoId) ? null : last;
}

/** What agents did for the todo. Throws 404. */
export function viewWork(sql: Sql, todoId: string): FinishedWork {
  const todo = todoRow(sql, todoId);
  const calls = sql
    .all(
      `SELECT name, count(*), sum(length(coalesce(json_extract(coalesce(edited_input, input), '$.content'), '')))
       FROM tool_calls WHERE state = 'done' AND is_error = 0 AND turn_id IN ${turnsOfRuns} GROUP BY name`,
      todoId,
    )
    .map(([name, count, written]) => ({ tool: toolNamed(name as string), count, written }) as UsedTool);
  const said = sql.get(
    `SELECT ifnull(sum(length(m.text)), 0) FROM messages m JOIN turns t ON t.chat_id = m.chat_id AND t.id = m.turn_id
     WHERE m.role = 'assistant' AND t.id IN ${turnsOfRuns}`,
    todoId,
  );
  const changes = calls.filter(({ tool }) => tool?.changes === true);
  const isFromCapture =
    todo.redacted !== 0 || sql.get("SELECT capture_id FROM todos WHERE id = ?", todoId)?.[0] !== null;
  return {
    title: todo.title,
    content: todo.content,
    changes: sum(changes.map(({ count }) => count)),
    looks: sum(calls.filter(({ tool }) => tool?.changes === false).map(({ count }) => count)),
    characters: (said?.[0] as number) + sum(changes.map(({ written }) => written)),
    answer: lastAnswer(sql, todoId),
    isWithheld: isFromCapture || carriesCaptures(sql, todoId),
  };
}

interface UsedTool {
  readonly tool: ReturnType<typeof toolNamed>;
  readonly count: number;
  readonly written: number;
}

const turnsOfRuns = "(SELECT turn_id FROM todo_runs WHERE todo_id = ? AND status = 'completed')";

/** True when something that was said or done in the runs carries content of captures (captures/boundary.ts): its blocks name them. */
function carriesCaptures(sql: Sql, todoId: string): boolean {
  const row = sql.get(
    `SELECT 1 FROM messages m JOIN todo_runs r ON r.turn_id = m.turn_id AND r.chat_id = m.chat_id
     WHERE r.todo_id = ? AND r.status = 'completed' AND instr(m.blocks, '"captureIds":') > 0 LIMIT 1`,
    todoId,
  );
  return row !== undefined;
}

function lastAnswer(sql: Sql, todoId: string): string {
  const row = sql.get(
    `SELECT m.text FROM messages m JOIN todo_runs r ON r.turn_id = m.turn_id AND r.chat_id = m.chat_id
     WHERE r.todo_id = ? AND r.status = 'completed' AND m.role = 'assistant' AND m.text <> ''
     ORDER BY r.n DESC, m.sequence DESC LIMIT 1`,
    todoId,
  );
  return (row?.[0] ?? "") as string;
}

/** Records the estimate that was made as of that run, unless none is wanted any more; after a later run it is made again. */
export function recordEstimate(
  { sql, now }: Pick<Context, "sql" | "now">,
  work: Work,
  estimate: Estimate,
  asOf: number,
): void {
  const last = lastRunToEstimate(sql, work.subjectId);
  if (last !== null && last !== asOf) return retryLater({ sql, now }, work.id);
  if (last !== null) setMinutesSaved(sql, work.subjectId, estimate, now);
  complete(sql, work.id);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
