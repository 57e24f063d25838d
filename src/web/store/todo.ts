/** A todo as the page holds it: all of the public one but its body, which is read when it is opened. */
import { snapshotFields } from "../../schema/snapshot-fields.ts";
import type { Todo } from "../../schema/todo.ts";

/** Fields of the snapshot that the page does without. */
const leftOut = ["source", "hasContent", "rank"] as const;
type LeftOut = (typeof leftOut)[number];
type Shown = Exclude<(typeof snapshotFields)[number], LeftOut> | "isArchived";

export interface TodoRow extends Pick<Todo, Shown> {
  /** Where it stands in the order by hand, compared by code units; missing until the feed or a snapshot says it. */
  readonly rank?: string;
  /** Whether it is on its way to the service, which does not know it yet. */
  readonly isNew?: true;
}

/** Names of fields, and the values of each todo in their order. */
export interface TodoTable {
  readonly fields: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

const shown = ["isArchived", ...snapshotFields].filter((name) => !leftOut.includes(name as LeftOut));
/** A row without values: copies of it are alike to the engine, which then reads and compares ten thousand of them quickly. */
const blank: Readonly<Record<string, unknown>> = Object.fromEntries(shown.map((name) => [name, null]));

/** What the page holds of a todo. */
export function toRow(todo: TodoRow): TodoRow {
  const source = todo as unknown as Record<string, unknown>;
  const row = { ...blank };
  for (const name of shown) row[name] = source[name] ?? null;
  if (typeof todo.rank === "string") row["rank"] = todo.rank;
  return row as unknown as TodoRow;
}

/** In the order by hand; what has no place in it yet comes last. */
export function byRank(left: TodoRow, right: TodoRow): number {
  return compareText(left.rank ?? "\uFFFF", right.rank ?? "\uFFFF") || compareText(left.createdAt, right.createdAt);
}

/** What changed last comes first. */
export function byChange(left: TodoRow, right: TodoRow): number {
  return compareText(right.updatedAt, left.updatedAt);
}

/** The rows of a snapshot, each with its values in the order of the fields; only what is unarchived is in it. */
export function fromSnapshot({ fields, rows }: TodoTable): TodoRow[] {
  const rankAt = fields.indexOf("rank");
  return rows.map((values) => {
    const row: Record<string, unknown> = { ...blank, isArchived: false };
    for (let at = 0; at < fields.length; at += 1) {
      const name = fields[at] as string;
      if (name in blank) row[name] = values[at] ?? null;
    }
    if (typeof values[rankAt] === "string") row["rank"] = values[rankAt];
    return row as unknown as TodoRow;
  });
}

/** Unarchived todos as a table, as `fromSnapshot` reads it. */
export function toTable(todos: readonly TodoRow[]): TodoTable {
  const fields = [...snapshotFields].filter((name) => name in blank || name === "rank");
  return {
    fields,
    rows: todos.map((todo) => fields.map((name) => (todo as unknown as Record<string, unknown>)[name])),
  };
}

/** In the order of their urgency; none comes last. */
export const priorities = ["urgent", "high", "medium", "low", null] as const;
export type Priority = (typeof priorities)[number];

const rank = new Map<Priority, number>(priorities.map((priority, at) => [priority, at]));

/** Urgent first, then what is due earlier, then the newest. */
export function byUrgency(left: TodoRow, right: TodoRow): number {
  return priorityOf(left) - priorityOf(right) || byDue(left, right) || compareText(right.createdAt, left.createdAt);
}

/** Due earlier first, without a day last; then the more urgent. */
export function byDay(left: TodoRow, right: TodoRow): number {
  return byDue(left, right) || priorityOf(left) - priorityOf(right) || compareText(right.createdAt, left.createdAt);
}

/** From 0, urgent, to 4, none. */
export function priorityOf({ priority }: TodoRow): number {
  return rank.get(priority) ?? priorities.length;
}

function byDue(left: TodoRow, right: TodoRow): number {
  if (left.dueDate === right.dueDate) return 0;
  if (left.dueDate === null) return 1;
  return right.dueDate === null ? -1 : compareText(left.dueDate, right.dueDate);
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

const longest = 80;

/** The title where it is only named: in a notice, a long one would cover what it is about. */
export function shortTitle(title: string): string {
  if (title.length <= longest) return title;
  const letters = Array.from(new Intl.Segmenter().segment(title), ({ segment }) => segment);
  return letters.length <= longest
    ? title
    : `${letters
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`;
}
