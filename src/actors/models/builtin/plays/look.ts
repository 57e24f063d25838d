/** Answers questions about what there is. */
import { folded } from "../clean.ts";
import type { ToolOutcome } from "../conversation.ts";
import { amount, moreLine, numbered, PAGE } from "../format.ts";
import type { Filter, Present } from "../intents.ts";
import type { Call, Play } from "../play.ts";
import { type Todo, extentOf, problemOf, todosOf } from "../todo.ts";
import { findList, listLists } from "./find-list.ts";
import { holds, termsOf } from "./words.ts";

/** Lists the first page of the todos that pass the filter, with how many there are in all. */
export function* listTodos(filter: Filter, present: Present): Play {
  const list = filter.listName === undefined ? null : findList((yield [listLists])[0], filter.listName);
  if (list?.ok === false) return list.answer;
  const [outcome] = yield [listing({ ...toInput(filter, list?.id), ...order(filter) })];
  const problem = problemOf(outcome);
  if (problem !== null) return `I could not look at the todos: ${problem}`;
  const tail = tailOf(filter, list);
  const direct = todosOf(outcome);
  if (direct.length === 0) return yield* similar(filter, list?.id, tail, present);
  const { total, more } = extentOf(outcome);
  const heading = amount(total ?? direct.length, filter.adjective, tail);
  const left = total === null ? (more ? null : 0) : total - direct.length;
  return `${total === null && more ? "More than " : ""}${heading}:\n\n${numbered(direct, present)}${moreLine(left)}`;
}

/** A page of todos; a result of a tool holds no more of them for certain. */
export function listing(input: Readonly<Record<string, unknown>>): Call {
  return { name: "list_todos", input: { ...input, limit: PAGE, include: "totalCount" } };
}

/** What stands behind "todos" in an answer: "due today in **Home**". */
export function tailOf(filter: Filter, list: { readonly name: string } | null): string {
  return [filter.tail, list === null ? "" : `in **${list.name}**`].filter(Boolean).join(" ");
}

/** A second look by the longest word alone, when nothing holds the phrase word for word ("invoices", "report for Ana"). */
function* similar(filter: Filter, listId: string | undefined, tail: string, present: Present): Play {
  const none = `There are ${amount(0, filter.adjective, tail)}.`;
  const terms = termsOf(filter.query ?? "");
  const [longest] = terms;
  if (longest === undefined || longest === folded(filter.query ?? "")) return none;
  const [outcome]: readonly ToolOutcome[] = yield [
    { name: "list_todos", input: { ...toInput(filter, listId), query: longest, limit: 18 } },
  ];
  const all: readonly Todo[] = todosOf(outcome).filter((todo) => holds(todo.title, terms));
  const shown = all.slice(0, PAGE);
  const { more } = extentOf(outcome);
  const note =
    more || all.length > shown.length ? `\n\nThere may be more: \`find ${longest}\` shows all about that.` : "";
  if (shown.length === 0) return `${none}${note}`;
  return `${amount(shown.length, filter.adjective, tail)}:\n\n${numbered(shown, present)}${note}`;
}

/** The filter as parameters of list_todos and summarise_todos. */
export function toInput(filter: Filter, todoListId?: string): Readonly<Record<string, unknown>> {
  const { adjective: _adjective, tail: _tail, sort: _sort, order: _order, listName: _listName, ...rest } = filter;
  return todoListId === undefined ? rest : { ...rest, todoListId };
}

function order({ sort, order: direction }: Filter): Readonly<Record<string, unknown>> {
  if (sort === undefined) return {};
  return { sort, order: direction ?? (sort === "dueDate" ? "asc" : "desc") };
}
