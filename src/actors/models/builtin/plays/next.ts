/** What to do first: by due date, then by priority. */
import { amount, numbered, PAGE } from "../format.ts";
import type { Filter, Present } from "../intents.ts";
import type { Play } from "../play.ts";
import { type Todo, extentOf, problemOf, todosOf } from "../todo.ts";
import { findList, listLists } from "./find-list.ts";
import { listing, tailOf, toInput } from "./look.ts";

const RANKS = ["urgent", "high", "medium", "low"];

/** The open todos in the order to do them: those that are due, soonest first, then the others by priority. */
export function* nextTodos(filter: Filter, present: Present): Play {
  const list = filter.listName === undefined ? null : findList((yield [listLists])[0], filter.listName);
  if (list?.ok === false) return list.answer;
  const input = toInput(filter, list?.id);
  const [soonest, highest] = yield [
    listing({ ...input, sort: "dueDate", order: "asc" }),
    listing({ ...input, sort: "priority", order: "desc" }),
  ];
  const problem = problemOf(soonest) ?? problemOf(highest);
  if (problem !== null) return `I could not look at the todos: ${problem}`;
  const due = todosOf(soonest).filter((todo) => todo.dueDate !== null);
  const others = todosOf(highest).filter((todo) => todo.dueDate === null);
  const todos = [...due.sort(byUrgency), ...others].slice(0, PAGE);
  const total = extentOf(soonest).total ?? todos.length;
  const tail = tailOf(filter, list);
  if (todos.length === 0) return `There are ${amount(0, filter.adjective, tail)}.`;
  const rest = total > todos.length ? `\n\n… and ${total - todos.length} more: say \`what is open\`.` : "";
  return `${amount(total, filter.adjective, tail)}, what to do first on top:\n\n${numbered(todos, present)}${rest}`;
}

function byUrgency(one: Todo, other: Todo): number {
  if (one.dueDate !== other.dueDate) return (one.dueDate ?? "") < (other.dueDate ?? "") ? -1 : 1;
  return rankOf(one) - rankOf(other);
}

function rankOf({ priority }: Todo): number {
  const rank = RANKS.indexOf(priority ?? "");
  return rank === -1 ? RANKS.length : rank;
}
