/** Answers questions about what there is. */
import type { Turn } from "../shared/conversation.ts";
import { amount, moreLine, numbered, numberedTitles, PAGE } from "../shared/format.ts";
import type { Filter, Present } from "../shared/intents.ts";
import type { Call, Play } from "../shared/play.ts";
import { extentOf, problemOf, todosOf } from "../shared/records.ts";
import { findList, listLists } from "./lists.ts";

/** Lists the first page of the todos that pass the filter, with how many there are in all. */
export function* listTodos(filter: Filter, present: Present): Play {
  const list = filter.listName === undefined ? null : findList((yield [listLists])[0], filter.listName);
  if (typeof list === "string") return list;
  const input = inputOf(filter, list?.id);
  const [outcome] = yield [listing(input)];
  const problem = problemOf(outcome);
  if (problem !== null) return `I could not look at the todos: ${problem}`;
  const tail = [filter.tail, list === null ? "" : `in **${list.name}**`].filter(Boolean).join(" ");
  const todos = todosOf(outcome);
  if (todos.length === 0) return `There are ${amount(0, filter.adjective, tail)}.`;
  const { total, more } = extentOf(outcome);
  const left = total === null ? (more ? null : 0) : total - todos.length;
  const heading = amount(total ?? todos.length, filter.adjective, tail);
  return `${total === null && more ? "More than " : ""}${heading}:\n\n${numbered(todos, present)}${moreLine(left)}`;
}

function listing(input: Readonly<Record<string, unknown>>): Call {
  return { name: "list_todos", input: { ...input, limit: PAGE, include: "totalCount" } };
}

/** The filter as parameters of list_todos. */
function inputOf(filter: Filter, todoListId: string | undefined): Readonly<Record<string, unknown>> {
  const { adjective: _adjective, tail: _tail, listName: _listName, sort, order, ...rest } = filter;
  const sorting = sort === undefined ? {} : { sort, order: order ?? (sort === "dueDate" ? "asc" : "desc") };
  return { ...rest, ...sorting, ...(todoListId === undefined ? {} : { todoListId }) };
}

/** The next page of the last list, by the cursor that came with it. */
export function* showMore(turns: readonly Turn[], present: Present): Play {
  const turn = turns.findLast(({ answer }) => numberedTitles(answer).length > 0);
  const last = turn?.rounds.flat().findLast(({ name }) => name === "list_todos");
  if (turn === undefined || last === undefined)
    return "There is no list to go on with. Say `what is open` to begin one.";
  const { cursor, total } = extentOf(last);
  if (cursor === null) return "That was the whole list.";
  const from = numberedTitles(turn.answer).at(-1)?.number ?? 0;
  const [outcome] = yield [{ name: "list_todos", input: { ...last.input, cursor } }];
  const problem = problemOf(outcome);
  if (problem !== null) return `I could not look at the todos: ${problem}`;
  const todos = todosOf(outcome);
  const shown = from + todos.length;
  const count = extentOf(outcome).total ?? total;
  const left = count === null ? (extentOf(outcome).more ? null : 0) : Math.max(0, count - shown);
  return `${from + 1} to ${shown}:\n\n${numbered(todos, present, from)}${moreLine(left)}`;
}
