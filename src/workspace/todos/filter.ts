/** What a caller asks of a list of todos, ready for SQL. */
import type { TodoListQuery } from "../../schema/todo.ts";
import type { Caller } from "../../schema/caller.ts";
import { mayReadCaptures } from "../captures/boundary.ts";
import { searchTerms } from "../search/search.ts";
import type { Sql } from "../protocol/sql.ts";
import { todoListN } from "../todo-lists/queries.ts";
import { priorityRank, type TodoStatus, type TodoRow } from "./row.ts";
import { decodePosition, invalidCursor, type Position } from "../protocol/cursor.ts";

/** Null (false for `unassigned`): not asked for. */
export interface Filter {
  /** See the migration: 0 active, 1 archived, 2 suggested, 3 dismissed. */
  readonly visibilities: readonly number[];
  readonly statuses: readonly TodoStatus[];
  /** 0 for todos without one. */
  readonly priority: number | null;
  readonly type: string | null;
  /** The list's n; 0 for a list that there is not. */
  readonly listN: number | null;
  readonly captureId: string | null;
  readonly assigneeId: string | null;
  readonly unassigned: boolean;
  /** Milliseconds, inclusive. */
  readonly updatedSince: number | null;
  /** The least n of those that were created late enough. */
  readonly createdFrom: number | null;
  /** Inclusive, as is `dueBefore`. */
  readonly dueAfter: string | null;
  readonly dueBefore: string | null;
  /** Folded. */
  readonly text: string | null;
  /** Whether the text may be found in what carries content of captures. */
  readonly readsCaptures: boolean;
  /** The query of the search index for the text; null when it does not help. */
  readonly match: string | null;
}

type Query = Omit<TodoListQuery, "limit" | "cursor" | "sort" | "order" | "include">;

/** The filter of a query: `assignedToMe` before `assigneeId` before `unassigned`; suggestions only with `captureId`. */
export function readFilter(sql: Sql, query: Query, caller: Caller): Filter {
  const { text, match } = query.query === undefined ? { text: null, match: null } : searchTerms(query.query);
  const assigneeId = query.assignedToMe === true ? caller.userId : (query.assigneeId ?? null);
  return {
    visibilities: visibilitiesOf(query),
    statuses: statusesOf(query.status),
    priority: query.priority === undefined ? null : query.priority === "none" ? 0 : priorityRank(query.priority),
    type: query.type ?? null,
    listN: query.todoListId === undefined ? null : todoListN(sql, query.todoListId),
    captureId: query.captureId ?? null,
    assigneeId,
    unassigned: query.unassigned === true && assigneeId === null,
    updatedSince: sinceOf(query.updatedSince),
    createdFrom: query.createdSince === undefined ? null : firstCreatedAt(sql, Date.parse(query.createdSince)),
    dueAfter: query.dueAfter ?? null,
    dueBefore: query.dueBefore ?? null,
    text,
    readsCaptures: mayReadCaptures(caller.scopes),
    match,
  };
}

function visibilitiesOf(query: Query): number[] {
  const archived = query.includeArchived === true ? 1 : 0;
  return query.captureId === undefined ? [archived] : [archived, archived + 2];
}

function statusesOf(status: Query["status"]): TodoStatus[] {
  if (status === undefined) return ["ready", "in_progress", "done"];
  return status === "active" ? ["ready", "in_progress"] : [status];
}

function sinceOf(instant: string | undefined): number | null {
  return instant === undefined ? null : Date.parse(instant);
}

/** The n of the first todo created at that moment or later. Creation times never fall as n rises, so halving finds it. */
function firstCreatedAt(sql: Sql, moment: number): number {
  let low = 1;
  let high = ((sql.get("SELECT max(n) FROM todos")?.[0] ?? 0) as number) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = sql.get("SELECT n, created_at FROM todos WHERE n >= ? ORDER BY n LIMIT 1", middle);
    if (row === undefined || (row[1] as number) >= moment) high = middle;
    else low = (row[0] as number) + 1;
  }
  return low;
}

export type Sort = "createdAt" | "updatedAt" | "dueDate" | "priority";

/** Where the list stands after a todo. */
export function positionOf(sort: Sort, { n, updatedAt, dueDate, priority }: TodoRow): Position {
  if (sort === "createdAt") return [n];
  if (sort === "updatedAt") return [updatedAt, n];
  return [sort === "dueDate" ? dueDate : priorityRank(priority), n];
}

/** What a cursor of such a list says. Throws `invalid_cursor`. */
export function readPosition(cursor: string, sort: Sort): Position {
  const position = decodePosition(cursor, sort === "createdAt" ? 1 : 2);
  const [key = null] = position;
  const mayBeNull = sort === "dueDate" || sort === "priority";
  const isKey = sort === "dueDate" ? typeof key === "string" : Number.isSafeInteger(key);
  if (!Number.isSafeInteger(position.at(-1)) || !(isKey || (key === null && mayBeNull))) throw invalidCursor();
  return position;
}
