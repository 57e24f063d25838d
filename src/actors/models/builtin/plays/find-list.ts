/** Finds a todo list by its name among the lists of the workspace. */
import type { ToolOutcome } from "../conversation.ts";
import { folded } from "../clean.ts";
import type { Call } from "../play.ts";
import { isObject, itemsOf, problemOf, text } from "../todo.ts";

export type FoundList =
  | { readonly ok: true; readonly id: string; readonly name: string }
  | { readonly ok: false; readonly answer: string };

export const listLists: Call = { name: "list_todo_lists", input: {} };

/** The list called `name` in an answer of list_todo_lists; exact spelling first, then without case and punctuation. */
export function findList(outcome: ToolOutcome | undefined, name: string): FoundList {
  const problem = problemOf(outcome);
  if (problem !== null) return { ok: false, answer: `I could not look at the lists: ${problem}` };
  const lists = itemsOf(outcome).flatMap((item) => {
    const [id, label] = isObject(item) ? [text(item["id"]), text(item["name"])] : [null, null];
    return id === null || label === null ? [] : [{ id, name: label }];
  });
  const found = lists.find((list) => list.name === name) ?? lists.find((list) => folded(list.name) === folded(name));
  if (found !== undefined) return { ok: true, ...found };
  const names = lists.map((list) => `**${list.name}**`).join(", ");
  return { ok: false, answer: `There is no list called “${name}”. The lists are: ${names}.` };
}
