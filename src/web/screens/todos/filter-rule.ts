/** Filters of a list of todos, as they stand in the address. */
import type { TodoRow } from "../../store/todo.ts";

export interface Filters {
  readonly status?: string;
  readonly priority?: string;
  readonly list?: string;
  /** The id of a person or an agent, or `none`. */
  readonly who?: string;
  readonly due?: string;
  readonly find?: string;
}

const names = ["status", "priority", "list", "who", "due", "find"] as const;

export function filtersOf(query: URLSearchParams): Filters {
  const given = names.map((name) => [name, query.get(name)]).filter(([, value]) => value !== null && value !== "");
  return Object.fromEntries(given) as Filters;
}

/** Whether a todo passes all of them, on that day. */
export function passes(todo: TodoRow, filters: Filters, today: string): boolean {
  const { status, priority, list, who, due, find } = filters;
  if (status !== undefined && todo.status !== status) return false;
  if (priority !== undefined && (todo.priority ?? "none") !== priority) return false;
  if (list !== undefined && todo.todoListId !== list) return false;
  if (who === "none" ? todo.assignees.length > 0 : who !== undefined && !todo.assignees.some(({ id }) => id === who))
    return false;
  if (due !== undefined && !passesDue(todo.dueDate, due, today)) return false;
  return find === undefined || (todo.title ?? "").toLowerCase().includes(find.toLowerCase());
}

function passesDue(day: string | null, due: string, today: string): boolean {
  if (due === "none") return day === null;
  if (day === null) return false;
  return due === "late" ? day < today : due === "today" ? day === today : true;
}
