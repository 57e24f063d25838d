/** What a caller asks of a list of todos: how it is read, and as conditions of SQL with the indexes that lead to what it asks for. */
import type { TodoListQuery } from "../../schema/todo.ts";
import type { Caller } from "../../schema/caller.ts";
import { mayReadCaptures } from "../captures/boundary.ts";
import { type Candidates, searchTerms, todoSearch } from "../search/search.ts";
import type { Piece, Sql, SqlValue } from "../protocol/sql.ts";
import { todoListN } from "../todo-lists/queries.ts";
import { firstFrom } from "../time/instant.ts";
import { priorityRank, type TodoStatus } from "./row.ts";

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
  /** Whether the text may be found in what carries content of captures; false without a text. */
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
    createdFrom: query.createdSince === undefined ? null : firstCreatedAt(sql, firstFrom(query.createdSince)),
    dueAfter: query.dueAfter ?? null,
    dueBefore: query.dueBefore ?? null,
    text,
    readsCaptures: text !== null && mayReadCaptures(caller.scopes),
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
  return instant === undefined ? null : firstFrom(instant);
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

/** Where rows are read from: `t` is the todo. */
const tables = {
  rows: "todos t NOT INDEXED",
  created: "todos t INDEXED BY todos_created",
  updated: "todos t INDEXED BY todos_updated",
  due: "todos t INDEXED BY todos_due",
  priority: "todos t INDEXED BY todos_priority",
  type: "todos t INDEXED BY todos_type",
  list: "todos t INDEXED BY todos_list",
  unassigned: "todos t INDEXED BY todos_unassigned",
  capture: "todos t INDEXED BY todos_capture",
  saved: "todos t INDEXED BY todos_saved",
  assignee: "todo_assignees a CROSS JOIN todos t ON t.n = a.todo_n",
  /** What the search may find, in the order of n: each row is found by that at once, and an index by visibility, status and n. */
  matches: "CROSS JOIN todos t NOT INDEXED ON t.n = s.n",
  /** The texts themselves, one after the other. */
  texts: "todo_texts x CROSS JOIN todos t ON t.n = x.todo_n",
} as const;
export type Source = keyof typeof tables;

/** Where todos are: an index begins with both. */
export type Partition = Pick<Filter, "visibilities" | "statuses">;

/** How a filter is asked for. */
interface Asked {
  /** What holds for the rows as well. */
  readonly more?: readonly Piece[];
  /** Where they are, when that is only a part of where the filter lets them be. */
  readonly partition?: Partition;
  readonly seek?: Seek;
  /** How many rows are looked at for the text; all when left out. */
  readonly passed?: number | undefined;
  /** Leaves out that the todo holds the text: `holdingText` asks that of the rows that come out. */
  readonly textLater?: boolean;
  /** Assignees and where a text may be are looked up in sets made at once, quicker for many rows; `+` keeps SQLite from entering the index by them. */
  readonly inSets?: boolean;
  /** The set is that of the todos that only others are assigned to, which are fewer. */
  readonly byOthers?: boolean;
}

/** Part of a filter: what holds for the todo, and the source that has what it holds for, and no more. */
interface Part extends Piece {
  readonly source: Source;
}

function part(source: Source, text: string, ...values: SqlValue[]): Part {
  return { source, text, values };
}

const isAssignedTo = `EXISTS (SELECT 1 FROM todo_assignees y
  WHERE y.assignee_id = ? AND y.visibility = t.visibility AND y.status = t.status AND y.todo_n = t.n)`;
/** What is not redacted of a text; title and content stand in it one after the other (search/search.ts). */
const openText = `CASE redacted WHEN 0 THEN text WHEN 1 THEN substr(text, instr(text, char(1)))
  WHEN 2 THEN substr(text, 1, instr(text, char(1))) END`;

/** The parts of a filter, visibility and status aside; the narrower their sources usually are, the further in front. */
function partsOf(filter: Filter, source?: Source): Part[] {
  const { captureId, text, match, priority, listN, type, assigneeId, dueAfter, dueBefore } = filter;
  const { updatedSince, createdFrom } = filter;
  const parts: Part[] = [];
  if (captureId !== null) parts.push(part("capture", "t.capture_id = ?", captureId));
  if (text !== null)
    parts.push(part(match === null ? "texts" : "matches", holdsText(filter, nOfText(filter, source)), text));
  if (priority !== null) parts.push(part("priority", "t.priority IS ?", priority === 0 ? null : priority));
  if (listN !== null) parts.push(part("list", "t.list_n = ?", listN));
  if (filter.unassigned) parts.push(part("unassigned", "t.is_assigned = 0"));
  if (type !== null) parts.push(part("type", "t.type = ?", type));
  if (assigneeId !== null) parts.push(part("assignee", isAssignedTo, assigneeId));
  if (dueAfter !== null || dueBefore !== null) {
    parts.push(part("due", "t.due_date >= ? AND t.due_date <= ?", dueAfter ?? "", dueBefore ?? "9999-12-31"));
  }
  if (updatedSince !== null) parts.push(part("updated", "t.updated_at >= ?", updatedSince));
  if (createdFrom !== null) parts.push(part("created", "t.n >= ?", createdFrom));
  return parts;
}

/** Several words: few of the todos that may hold them do, as these must stand side by side. */
export function isPhrase({ text }: Filter): boolean {
  return text !== null && /[ \d]/.test(text);
}

/** Where the n of the text is: of a phrase before the todo is looked up. Null: the source has the text. */
function nOfText(filter: Filter, source: Source | undefined): string | null {
  if (source === "texts") return null;
  return source === "matches" && isPhrase(filter) ? "s.n" : "t.n";
}

/** The index of the search only says where a text may be: the text itself decides, as far as it may be read. Null: the source has it. */
function holdsText({ readsCaptures }: Filter, n: string | null): string {
  const text = readsCaptures ? "text" : openText;
  if (n === null) return `instr(${text}, ?) > 0`;
  const row = readsCaptures ? "todo_texts" : "todo_texts CROSS JOIN todos ON n = todo_n";
  return `instr((SELECT ${text} FROM ${row} WHERE todo_n = ${n}), ?) > 0`;
}

/** The rows (with the column n) of a page that hold the text, in their order: no more texts are read than it takes to fill the page. */
export function holdingText(filter: Filter, rows: Piece, { inSets, passed = -1 }: Asked): Piece {
  const holds = { text: holdsText(filter, "p.n"), values: [filter.text] };
  const { text, values } = joined(" AND ", inSets ? [mayHoldText(filter, "p.n"), holds] : [holds]);
  return { text: `SELECT n FROM (${rows.text} LIMIT ?) p WHERE ${text}`, values: [...rows.values, passed, ...values] };
}

/** The sources that hold only what a part of the filter lets through. */
export function sourcesOf(filter: Filter): Source[] {
  return partsOf(filter).map(({ source }) => source);
}

/** Pieces one after the other. */
export function joined(separator: string, pieces: readonly Piece[]): Piece {
  return { text: pieces.map(({ text }) => text).join(separator), values: pieces.flatMap(({ values }) => values) };
}

function isAt(alias: string, { visibilities, statuses }: Partition): Piece {
  const oneOf = (column: string, { length }: readonly unknown[]): string =>
    `${alias}.${column} ${length === 1 ? "= ?" : `IN (${Array(length).fill("?").join(", ")})`}`;
  return {
    text: `${oneOf("visibility", visibilities)} AND ${oneOf("status", statuses)}`,
    values: [...visibilities, ...statuses],
  };
}

/** In which order, and between which n, the search is read. */
export type Seek = Omit<Candidates, "match" | "pattern">;
/** The quicker one: FTS5 reads its lists of rows from the first to the last. */
export const oldestFirst: Seek = { descending: false };

/** The rows of a source that match the filter, as what follows FROM. */
export function matching(filter: Filter, source: Source, asked: Asked = {}): Piece {
  const { more = [], partition = filter, inSets = false, byOthers = false, textLater = false } = asked;
  const left = (one: Part): boolean => one.source !== "assignee" && !(textLater && isOfTexts(one.source));
  const others = partsOf(filter, source).filter(left);
  const isAssigned = source === "assignee" ? [] : assignedIn(filter, partition, { inSets, byOthers });
  const mayHold = inSets && source !== "matches" && filter.match !== null ? [mayHoldText(filter, "t.n")] : [];
  const conditions = [
    ...entryOf(filter, source, partition),
    isAt("t", partition),
    ...more,
    ...mayHold,
    ...isAssigned,
    ...others,
  ];
  const { text, values } = joined(" AND ", conditions);
  if (source !== "matches") return { text: `${tables[source]} WHERE ${text}`, values };
  return joined(" ", [candidatesOf(filter, asked.seek), { text: `${tables.matches} WHERE ${text}`, values }]);
}

function assignedIn({ assigneeId }: Filter, partition: Partition, { inSets, byOthers }: Asked): Piece[] {
  if (assigneeId === null) return [];
  if (!inSets) return [{ text: isAssignedTo, values: [assigneeId] }];
  if (byOthers) return [notOnlyOthersIn(assigneeId, partition)];
  const { text, values } = isAt("y", partition);
  const set = `SELECT todo_n FROM todo_assignees y WHERE y.assignee_id = ? AND ${text}`;
  return [{ text: `+t.n IN (${set})`, values: [assigneeId, ...values] }];
}

/** Assigned, and not only to others. */
function notOnlyOthersIn(assigneeId: string, partition: Partition): Piece {
  const isMissing = `NOT EXISTS (SELECT 1 FROM todo_assignees z
    WHERE z.assignee_id = ? AND z.visibility = y.visibility AND z.status = y.status AND z.todo_n = y.todo_n)`;
  const { text, values } = ofOthers(assigneeId, partition, { text: isMissing, values: [assigneeId] });
  return { text: `t.is_assigned = 1 AND +t.n NOT IN (${text})`, values };
}

/** The n of the todos that others are assigned to, once for each of the others, who come before or after the assignee. */
export function ofOthers(assigneeId: string, partition: Partition, ...more: readonly Piece[]): Piece {
  const halves = ["<", ">"].map((beyond) => {
    const isOther = { text: `y.assignee_id ${beyond} ?`, values: [assigneeId] };
    const { text, values } = joined(" AND ", [isOther, isAt("y", partition), ...more]);
    return { text: `SELECT y.todo_n FROM todo_assignees y WHERE ${text}`, values };
  });
  return joined(" UNION ALL ", halves);
}

function mayHoldText({ match, text: pattern }: Filter, n: string): Piece {
  const { text, values } = todoSearch.candidateSet({ match: match ?? "", pattern: pattern ?? "" });
  return { text: `+${n} IN (${text})`, values };
}

/** The rows of a source that its part of the filter lets through, likewise. */
export function within(filter: Filter, source: Source): Piece {
  if (source === "matches") return candidatesOf(filter);
  const entry = entryOf(filter, source, filter);
  const own = partsOf(filter).filter((one) => one.source === source);
  const { text, values } = joined(" AND ", entry.length > 0 ? entry : [isAt("t", filter), ...own]);
  return { text: `${source === "assignee" ? "todo_assignees a" : tables[source]} WHERE ${text}`, values };
}

function candidatesOf({ match, text: pattern }: Filter, seek = oldestFirst): Piece {
  const { text, values } = todoSearch.candidates({ ...seek, match: match ?? "", pattern: pattern ?? "" });
  return { text: `${text} s`, values };
}

/** What leads into the assignments. */
function entryOf({ assigneeId }: Filter, source: Source, partition: Partition): Piece[] {
  return source === "assignee" ? [{ text: "a.assignee_id = ?", values: [assigneeId] }, isAt("a", partition)] : [];
}

/** The column of a source that holds `n`: where rows come in its order, SQLite knows that of this one alone. */
export function nOf(source: Source): string {
  return { assignee: "a.todo_n", matches: "s.n", texts: "x.todo_n" }[source as string] ?? "t.n";
}

/** Whether the source has the texts of todos, whatever their visibility and status. */
export function isOfTexts(source: Source): boolean {
  return source === "matches" || source === "texts";
}
