/** Todos taken over from elsewhere, each once. */
import { ApiError, invalid } from "../../schema/errors.ts";
import type { ImportCreate, ImportedTodo, ImportOutcome } from "../../schema/import.ts";
import type { Context, Handler } from "../protocol/context.ts";
import { readSchedule } from "../time/recurrence/recurrence.ts";
import { create } from "../todo-changes/create.ts";
import { update } from "../todo-changes/update.ts";
import { openLists } from "../imports/lists.ts";
import { recordTodo, knownTodo } from "../imports/queries.ts";

type TodoOutcome = ImportOutcome["todos"][number];

/** What became of each item, in the order of the request. Throws 400 for a list that is unknown, or one too many. */
export const createImport: Handler<"createImport"> = (context, { body }) => {
  const lists = openLists(context, body);
  const seen = new Set<string>();
  const todos = (body.todos ?? []).map((todo, index) => {
    const home = () => lists.homeOf(todo.todoListExternalId, `todos[${index}].todoListExternalId`);
    const outcome = importTodo(context, body, todo, { home, seen });
    if (outcome.result === "created") for (const id of [todo.externalId, ...(todo.includes ?? [])]) seen.add(id);
    return outcome;
  });
  const { source, dryRun = false } = body;
  return { object: "import", source, dryRun, todoLists: [...lists.outcomes], todos };
};

/** `home` finds or makes the list; `seen`: what earlier items of the request brought, or would bring. */
function importTodo(
  context: Context,
  { source, dryRun }: ImportCreate,
  todo: ImportedTodo,
  { home, seen }: { readonly home: () => string | null; readonly seen: ReadonlySet<string> },
): TodoOutcome {
  const { sql } = context;
  const { externalId } = todo;
  const none = { externalId, todoId: null, reason: null, newIncludes: [] };
  const known = knownTodo(sql, source, externalId);
  if (known !== undefined) {
    const { todoId, isArchived } = known;
    const newIncludes = (todo.includes ?? []).filter((id) => !seen.has(id) && knownTodo(sql, source, id) === undefined);
    return {
      ...none,
      todoId,
      newIncludes,
      result: isArchived ? "skipped" : "unchanged",
      reason: isArchived ? archived : null,
    };
  }
  if (seen.has(externalId)) return { ...none, result: "unchanged" };
  const fault = faultOf(context, todo);
  if (fault !== null) {
    return {
      ...none,
      result: "skipped",
      reason: { code: "validation_failed", message: fault.message, param: fault.param },
    };
  }
  const todoListId = home();
  if (dryRun === true || todoListId === null) return { ...none, result: "created" };
  const todoId = add(context, todo, todoListId);
  for (const id of [externalId, ...(todo.includes ?? [])]) recordTodo(sql, source, id, todoId);
  return { ...none, result: "created", todoId };
}

const archived = {
  code: "archived",
  message: "It was imported before, and archived since: restore it, or erase it to import it again.",
  param: null,
} as const;

/** Why the todo cannot be created; null when it can. */
function faultOf({ now }: Context, { title, content, schedule }: ImportedTodo): ApiError | null {
  if (title === undefined && (content ?? "") === "")
    return invalid("title", "A todo needs a title, a content, or both.");
  try {
    if (schedule !== undefined) readSchedule(schedule, now);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function add(context: Context, todo: ImportedTodo, todoListId: string): string {
  const { externalId: _, todoListExternalId: __, includes: ___, status, ...fields } = todo;
  const row = create(context, { ...fields, todoListId });
  if (status !== undefined && status !== "ready") update(context, row, { status });
  return row.id;
}
