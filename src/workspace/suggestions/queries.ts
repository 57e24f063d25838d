/** The rows of suggestions: which todos a capture gave rise to, and the words that they rest on. */
import { toInstant } from "../time/instant.ts";
import type { Sql, SqlRow } from "../protocol/sql.ts";
import type { TodoRow } from "../todos/row.ts";

/** The words that a suggestion rests on. Times are milliseconds. */
export interface Evidence {
  readonly part: "content" | "notes" | "transcript";
  /** Line of the text, counted from 1; position of the segment in a transcript. */
  readonly number: number;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly speaker: string | null;
  readonly quote: string;
}

/** What was suggested: the title as titles are compared, and the words it rests on. */
export interface SuggestionRow {
  readonly key: string;
  readonly quote: string;
}

/** All suggestions that were made from the capture, dismissed and erased ones included. */
export function suggestionRows(sql: Sql, captureId: string): SuggestionRow[] {
  return sql
    .all("SELECT key, quote FROM suggestions WHERE capture_id = ? ORDER BY n", captureId)
    .map(([key, quote]) => ({ key: key as string, quote: quote as string }));
}

/** Those that nobody has answered, each with its todo. */
export function openSuggestions(
  sql: Sql,
  captureId: string,
): (SuggestionRow & { readonly todo: Pick<TodoRow, "n" | "id"> })[] {
  return sql
    .all(
      `SELECT s.key, s.quote, t.n, t.id FROM suggestions s JOIN todos t ON t.id = s.todo_id
       WHERE s.capture_id = ? AND t.visibility = 2 ORDER BY s.n`,
      captureId,
    )
    .map(([key, quote, n, id]) => {
      return { key: key as string, quote: quote as string, todo: { n: n as number, id: id as string } };
    });
}

/** Forgets that the todo was suggested. */
export function deleteSuggestion(sql: Sql, captureId: string, key: string): void {
  sql.run("DELETE FROM suggestions WHERE capture_id = ? AND key = ?", captureId, key);
}

/** Notes that the todo was suggested, and why. */
export function insertSuggestion(
  sql: Sql,
  suggestion: { readonly captureId: string; readonly key: string; readonly todoId: string } & Evidence,
  now: number,
): void {
  const { captureId, key, todoId, part, number, startMs, endMs, speaker, quote } = suggestion;
  sql.run(
    `INSERT INTO suggestions (capture_id, key, n, todo_id, created_at, part, number, start_ms, end_ms, speaker, quote)
     VALUES (?1, ?2, (SELECT coalesce(max(n), 0) + 1 FROM suggestions WHERE capture_id = ?1), ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)`,
    captureId,
    key,
    todoId,
    now,
    part,
    number,
    startMs,
    endMs,
    speaker,
    quote,
  );
}

/** Gives the speaker of what suggestions of the capture rest on another name. */
export function renameInSuggestions(sql: Sql, captureId: string, from: string, to: string): void {
  sql.run("UPDATE suggestions SET speaker = ? WHERE capture_id = ? AND speaker = ?", to, captureId, from);
}

/** A suggestion as the app interface shows it. */
export function shownSuggestions(sql: Sql, captureId: string) {
  return sql
    .all(
      `SELECT s.todo_id, t.title, t.due_date, t.is_archived, t.is_suggested, s.part, s.number, s.start_ms, s.end_ms, s.speaker,
         s.quote, s.created_at
       FROM suggestions s LEFT JOIN todos t ON t.id = s.todo_id WHERE s.capture_id = ? ORDER BY s.n`,
      captureId,
    )
    .map(toShown);
}

function toShown(row: SqlRow) {
  const [todoId, title, dueDate, isArchived, isSuggested] = row;
  return {
    object: "suggestion" as const,
    todoId: todoId as string | null,
    title: title as string | null,
    dueDate: dueDate as string | null,
    status: statusOf(todoId === null, isArchived === 1, isSuggested === 1),
    evidence: {
      part: row[5] as Evidence["part"],
      number: row[6] as number,
      startMs: row[7] as number | null,
      endMs: row[8] as number | null,
      speaker: row[9] as string | null,
      quote: row[10] as string,
    },
    createdAt: toInstant(row[11] as number),
  };
}

function statusOf(isErased: boolean, isArchived: boolean, isSuggested: boolean) {
  if (isErased || (isArchived && isSuggested)) return "dismissed" as const;
  return isSuggested ? ("suggested" as const) : ("accepted" as const);
}
