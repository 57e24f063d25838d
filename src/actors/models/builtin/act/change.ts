/** Changes todos and says what the service made of it. */
import { spoken } from "../shared/calendar.ts";
import { todoLine } from "../shared/format.ts";
import type { Change, Present } from "../shared/intents.ts";
import type { Call } from "../shared/play.ts";
import { setback, type Todo, type ToolOutcome, toTodo } from "../shared/records.ts";
import type { FoundList } from "./look.ts";

/** What is said where the change of a todo was asked for, or the work itself. */
export function matterOf(change: Change, { title }: Todo): string {
  const state = change.kind === "status" && change.status === "done" ? "done" : "in progress";
  return `The work itself I cannot do, nor know of. Nothing was changed. For the todo say \`mark ${title} as ${state}\`.`;
}

/** Whether the todo is as wished already. */
export function already(todo: Todo, change: Change): boolean {
  if (change.kind === "archive") return todo.isArchived;
  if (change.kind === "restore") return !todo.isArchived;
  return change.kind === "status" && todo.status === change.status;
}

/** The call that makes the change. */
export function callOf(todo: Todo, change: Change, list: FoundList | null): Call {
  const todoId = todo.id;
  switch (change.kind) {
    case "archive":
      return { name: "delete_todo", input: { todoId } };
    case "restore":
      return { name: "restore_todo", input: { todoId } };
    case "status":
      return { name: "update_todo", input: { todoId, status: change.status } };
    case "title":
      return { name: "update_todo", input: { todoId, title: change.title } };
    case "priority":
      return { name: "update_todo", input: { todoId, priority: change.priority } };
    case "due":
      return { name: "update_todo", input: { todoId, dueDate: change.dueDate } };
    case "list":
      break;
  }
  return { name: "update_todo", input: { todoId, todoListId: list?.id ?? "" } };
}

export interface Changed {
  readonly change: Change;
  readonly before: Todo;
  /** Null when the todo already was as wished. */
  readonly outcome: ToolOutcome | null;
  readonly list: FoundList | null;
}

/** One line about one todo: what the service answered, not what was asked for. */
export function report({ change, before, outcome, list }: Changed, present: Present): string {
  if (outcome === null && change.kind === "restore") return `Nothing to do: **${before.title}** is not archived.`;
  if (outcome === null) return `Nothing to do: ${todoLine(before, present)} already was ${stateWord(change, before)}.`;
  const wrong = setback(outcome, `${verbOf(change)} “${before.title}”`, `change **${before.title}**`);
  if (wrong !== null) return wrong;
  const after = toTodo(outcome.value) ?? before;
  switch (change.kind) {
    case "archive":
      return `Archived **${before.title}**. \`restore ${before.title}\` brings it back.`;
    case "restore":
      return `Restored: ${todoLine(after, present)}`;
    case "status":
      return `${{ done: "Done", in_progress: "Started", ready: "Reopened" }[change.status]}: ${todoLine(after, present)}`;
    case "title":
      return `Renamed **${before.title}** to **${after.title}**.`;
    case "priority":
      return `**${after.title}** has ${after.priority ?? "no"} priority now.`;
    case "due":
      return after.dueDate === null
        ? `**${after.title}** has no due date now.`
        : `**${after.title}** is due ${spoken(after.dueDate, present)} now.`;
    case "list":
      break;
  }
  return `Moved **${after.title}** to **${list?.name ?? ""}**.`;
}

function verbOf(change: Change): string {
  if (change.kind === "status" && change.status === "done") return "completing";
  const verbs = { archive: "archiving", restore: "restoring", list: "moving", title: "renaming" } as const;
  return change.kind in verbs ? verbs[change.kind as keyof typeof verbs] : "changing";
}

function stateWord(change: Change, todo: Todo): string {
  if (change.kind === "archive") return "archived";
  return { done: "done", in_progress: "in progress", ready: "open" }[todo.status];
}
