/** What has changed since a position in the journal, as frames for followers. A record that changed more than once comes once, as it is. */
import type { RecordKind } from "../../schema/record-kinds.ts";
import { type JournalRow, rowName, rowsAfter } from "../protocol/journal/read.ts";
import type { Sql } from "../protocol/sql.ts";
import type { Position } from "./cursor.ts";
import { changeOf, type Reader } from "./records.ts";

/** Rows of the journal in one frame, at most, and the length at which a frame takes no more. */
const maxRows = 500;
const maxCharacters = 256 * 1024;

/** A frame, and where the next one begins. */
export interface Frame extends Position {
  /** JSON for the follower; null when nothing of it is for this reader. */
  readonly text: string | null;
}

/** The next changes behind that n; null when there are none. */
export function framesAfter(reader: Reader, n: number): Frame | null {
  const rows = rowsAfter(reader.sql, n, maxRows);
  if (rows.length === 0) return null;
  const targets = rows.map((row) => targetsOf(reader, row));
  const last = new Map(targets.flatMap((ofRow, index) => ofRow.map((target) => [keyOf(target), index] as const)));
  const changes: string[] = [];
  let length = 0;
  let end = rows[0] as JournalRow;
  for (const [index, row] of rows.entries()) {
    if (length >= maxCharacters) break;
    end = row;
    for (const target of targets[index] ?? []) {
      if (last.get(keyOf(target)) !== index) continue;
      const change = changeOf(reader, ...target);
      if (change === null) continue;
      const text = JSON.stringify(change);
      changes.push(text);
      length += text.length;
    }
  }
  const cursor = rowName(end);
  const text = `{"type":"changes","cursor":${JSON.stringify(cursor)},"changes":[${changes.join()}]}`;
  return { n: end.n, cursor, text: changes.length === 0 ? null : text };
}

type Target = readonly [kind: RecordKind, id: string];

function keyOf([kind, id]: Target): string {
  return kind + id;
}

/** The record, and what follows from it: that is not written into the journal for itself. */
function targetsOf({ sql }: Reader, row: JournalRow): Target[] {
  const own: Target = [row.kind, row.recordId];
  return row.kind === "todo" ? [own, ...countedLists(sql, row), ...namedSeries(sql, row)] : [own];
}

/** The lists whose counts follow from the todo. */
function countedLists(sql: Sql, row: JournalRow): Target[] {
  if (!movesCounts(row)) return [];
  const current = sql.get("SELECT todo_list_id FROM todos WHERE id = ?", row.recordId)?.[0];
  const lists = new Set([row.before?.["todoListId"], row.after?.["todoListId"], current]);
  return [...lists].flatMap((id): Target[] => (typeof id === "string" ? [["todo_list", id]] : []));
}

const seriesFields = ["title", "todoListId", "assignees"];

/** The schedules of the todo, which show its title, its list and its agent. */
function namedSeries(sql: Sql, { op, recordId, after }: JournalRow): Target[] {
  if (op !== "updated" || !seriesFields.some((field) => after !== null && field in after)) return [];
  return sql.all("SELECT id FROM series WHERE todo_id = ?", recordId).map(([id]) => ["scheduled_series", id as string]);
}

const countedFields = ["status", "isArchived", "isSuggested", "todoListId"];

function movesCounts({ op, after }: JournalRow): boolean {
  if (op === "touched") return false;
  return op !== "updated" || countedFields.some((field) => after !== null && field in after);
}
