/** Answers questions about what there is. */
import { folded } from "../clean.ts";
import type { ToolOutcome } from "../conversation.ts";
import { amount, numbered } from "../format.ts";
import type { Filter, Present } from "../intents.ts";
import type { Call, Play } from "../play.ts";
import { type Todo, extentOf, problemOf, todosOf } from "../todo.ts";
import { findList, listLists } from "./find-list.ts";
import { holds, termsOf } from "./words.ts";

const SHOWN = 20;

/** Lists the todos that pass the filter, with how many there are in all. */
export function* listTodos(filter: Filter, present: Present): Play {
  const list = filter.listName === undefined ? null : findList((yield [listLists])[0], filter.listName);
  if (list?.ok === false) return list.answer;
  const [outcome] = yield [
    {
      name: "list_todos",
      input: { ...toInput(filter, list?.id), ...order(filter), limit: SHOWN, include: "totalCount" },
    },
  ];
  const problem = problemOf(outcome);
  if (problem !== null) return `I could not look at the todos: ${problem}`;
  const direct = todosOf(outcome);
  const todos = direct.length > 0 ? direct : yield* similar(filter, list?.id);
  const { total, more } = direct.length > 0 ? extentOf(outcome) : { total: null, more: false };
  const tail = [filter.tail, list === null ? "" : `in **${list.name}**`].filter(Boolean).join(" ");
  const all = total ?? todos.length;
  if (todos.length === 0) return `There are ${amount(0, filter.adjective, tail)}.`;
  const heading = `${amount(all, filter.adjective, tail)}${more ? `, here are the first ${todos.length}` : ""}:`;
  return `${total === null && more ? `More than ${heading}` : heading}\n\n${numbered(todos, present)}`;
}

/** A second look by the longest word alone, when nothing holds the phrase word for word ("invoices", "report for Ana"). */
function* similar(
  filter: Filter,
  listId?: string,
): Generator<readonly Call[], readonly Todo[], readonly ToolOutcome[]> {
  const terms = termsOf(filter.query ?? "");
  const [longest] = terms;
  if (longest === undefined || longest === folded(filter.query ?? "")) return [];
  const [outcome] = yield [{ name: "list_todos", input: { ...toInput(filter, listId), query: longest, limit: 50 } }];
  return todosOf(outcome)
    .filter((todo) => holds(todo.title, terms))
    .slice(0, SHOWN);
}

/** The filter as parameters of list_todos and summarise_todos. */
export function toInput(filter: Filter, todoListId?: string): Readonly<Record<string, unknown>> {
  const { adjective: _adjective, tail: _tail, sort: _sort, listName: _listName, ...rest } = filter;
  return todoListId === undefined ? rest : { ...rest, todoListId };
}

function order({ sort }: Filter): Readonly<Record<string, unknown>> {
  if (sort === undefined) return {};
  return { sort, order: sort === "dueDate" ? "asc" : "desc" };
}
