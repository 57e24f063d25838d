/** Answers questions about what there is: todos, and the lists they are in. */
import type { Turn } from "../shared/conversation.ts";
import { amount, moreLine, numbered, numberedTitles, PAGE } from "../shared/format.ts";
import type { Filter, Present } from "../shared/intents.ts";
import type { Call, Play } from "../shared/play.ts";
import { count, extentOf, itemsOf, problemOf, text, type ToolOutcome, todosOf } from "../shared/records.ts";
import { folded } from "../shared/words.ts";
import { isRecord } from "../../../../schema/common.ts";

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

export interface FoundList {
  readonly id: string;
  readonly name: string;
}

export const listLists: Call = { name: "list_todo_lists", input: {} };

/** The list called `name` in an answer of list_todo_lists, exact spelling first, then without case and punctuation; a text when there is none. */
export function findList(outcome: ToolOutcome | undefined, name: string): FoundList | string {
  const problem = problemOf(outcome);
  if (problem !== null) return `I could not look at the lists: ${problem}`;
  const lists = itemsOf(outcome).flatMap((item) => {
    const [id, label] = isRecord(item) ? [text(item["id"]), text(item["name"])] : [null, null];
    return id === null || label === null ? [] : [{ id, name: label }];
  });
  const found = lists.find((list) => list.name === name) ?? lists.find((list) => folded(list.name) === folded(name));
  if (found !== undefined) return found;
  if (extentOf(outcome).more) return `There are more lists than I can read at once, and I see none called “${name}”.`;
  const shown = lists.slice(0, PAGE).map((list) => `**${list.name}**`);
  const names = shown.join(", ") + (lists.length > PAGE ? ` and ${lists.length - PAGE} more` : "");
  return `There is no list called “${name}”. The lists are: ${names}. Nothing was changed.`;
}

/** The lists of the workspace with how much is open in each. */
export function* showLists(): Play {
  const [outcome] = yield [listLists];
  const problem = problemOf(outcome);
  if (problem !== null) return `I could not look at the lists: ${problem}`;
  const lines = itemsOf(outcome).flatMap((item) => (isRecord(item) ? [lineOf(item)] : []));
  const rest = moreLine(Math.max(0, lines.length - PAGE), "and a list's name, as in `what is in list Home`");
  return lines.length === 0 ? "There are no lists." : `The lists are:\n\n${lines.slice(0, PAGE).join("\n")}${rest}`;
}

function lineOf(item: Readonly<Record<string, unknown>>): string {
  const [open, all] = [count(item["activeTodoCount"]) ?? 0, count(item["todoCount"]) ?? 0];
  return `- **${text(item["name"]) ?? "(no name)"}** · ${open} open of ${all}${item["isDefault"] === true ? " · default" : ""}`;
}
