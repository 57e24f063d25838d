/** Todos as the programs of earlier schemas left them in a workspace's file. */
import { fold } from "../../src/schema/fold.ts";
import type { Todo } from "../../src/schema/todo.ts";
import type { Sql } from "../../src/workspace/protocol/sql.ts";
import { priorityRank } from "../../src/workspace/todos/row.ts";
import { fakeId } from "../helpers/ids.ts";
import { type Draw, drawWord } from "./draw.ts";
import { words } from "./seed.ts";

type Listed = Pick<
  Todo,
  "id" | "title" | "content" | "status" | "priority" | "type" | "todoListId" | "dueDate" | "captureId"
> &
  Pick<Todo, "isArchived" | "isSuggested" | "assignees" | "createdAt" | "updatedAt">;

export interface OldTodo extends Listed {
  /** Which texts carry content of captures: 1 the title, 2 the content. */
  readonly redacted: number;
}

export const ownerId = fakeId(0xb);
export const listIds = [fakeId(1), fakeId(2), fakeId(3)];
/** The schema that knows of redaction, and that which has the trigram index. */
const redactsFrom = 14;
const trigramsFrom = 24;

/** So many, made one millisecond after the other from the epoch on; a tenth are archived, a tenth redacted. */
export function drawOldTodos(draw: Draw, count: number, version: number): OldTodo[] {
  const text = (length: number): string => Array.from({ length }, () => drawWord(draw, words)).join(" ");
  const day = (): string => new Date(Date.UTC(2026, 0, 1 + draw.below(365))).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, at) => ({
    id: fakeId(1000 + at),
    title: `Look after the ${text(3)}`,
    content: draw.chance(0.33) ? `Ask Ana about the ${text(8)}.` : null,
    status: draw.of(["ready", "ready", "in_progress", "done"] as const),
    priority: draw.of([null, "low", "medium", "high", "urgent"] as const),
    type: draw.chance(0.1) ? "responsibility" : "task",
    todoListId: draw.of(listIds),
    dueDate: draw.chance(0.25) ? null : day(),
    captureId: null,
    isArchived: draw.chance(0.1),
    isSuggested: false,
    assignees: draw.chance(0.3) ? [] : [{ type: "user", id: ownerId }],
    createdAt: new Date(at).toISOString(),
    updatedAt: new Date(at + (draw.chance(0.5) ? 0 : draw.below(count))).toISOString(),
    redacted: version >= redactsFrom && draw.chance(0.1) ? 1 + draw.below(3) : 0,
  }));
}

/** Writes them, and their lists, into a file of that version. */
export function writeOldTodos(sql: Sql, version: number, todos: readonly OldTodo[]): void {
  listIds.forEach((id, at) =>
    sql.run(
      "INSERT INTO todo_lists (n, id, name, name_key, is_default, created_at, updated_at) VALUES (?1, ?2, ?2, ?2, ?3, 0, 0)",
      at + 1,
      id,
      at === 0,
    ),
  );
  todos.forEach((todo, at) => writeOne(sql, version, at + 1, todo));
}

function writeOne(sql: Sql, version: number, n: number, todo: OldTodo): void {
  sql.run(
    `INSERT INTO todos (n, id, is_archived, status, priority, type, due_date, created_at, updated_at, list_n, todo_list_id,
       assignees, title, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    n,
    todo.id,
    todo.isArchived,
    todo.status,
    priorityRank(todo.priority),
    todo.type,
    todo.dueDate,
    Date.parse(todo.createdAt),
    Date.parse(todo.updatedAt),
    listIds.indexOf(todo.todoListId) + 1,
    todo.todoListId,
    JSON.stringify(todo.assignees),
    todo.title,
    todo.content,
  );
  if (todo.redacted !== 0) sql.run("UPDATE todos SET sealed = ? WHERE n = ?", todo.redacted, n);
  for (const { id } of todo.assignees) {
    const visibility = todo.isArchived ? 1 : 0;
    sql.run(
      "INSERT INTO todo_assignees (assignee_id, shelf, status, todo_n) VALUES (?, ?, ?, ?)",
      id,
      visibility,
      todo.status,
      n,
    );
  }
  writeText(sql, version, n, todo);
}

function writeText(sql: Sql, version: number, n: number, { title, content }: OldTodo): void {
  const text = [title, content].map((part) => fold(part ?? "")).join("\u0001");
  if (version >= trigramsFrom) {
    sql.run("INSERT INTO todo_texts (todo_n, text) VALUES (?, ?)", n, text);
    sql.run("INSERT INTO todo_search (rowid, text) VALUES (?, ?)", n, text);
    return;
  }
  sql.run("INSERT INTO todo_texts (todo_n, text, past) VALUES (?, ?, '')", n, `${text}\u0001\u0001`);
  sql.run("INSERT INTO todo_search (rowid, runs) VALUES (?, '')", n);
}
