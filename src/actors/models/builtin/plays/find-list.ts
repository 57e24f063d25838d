/** Finds a todo list by its name among the lists of the workspace. */
import type { ToolOutcome } from "../conversation.ts";
import { folded } from "../clean.ts";
import type { Call } from "../play.ts";
import { extentOf, itemsOf, problemOf } from "../todo.ts";
import { isRecord } from "../../../../schema/json.ts";
import { text } from "../json.ts";

export type FoundList =
  | { readonly ok: true; readonly id: string; readonly name: string }
  /** `missing`: the lists could be read, and none has that name. */
  | { readonly ok: false; readonly answer: string; readonly missing: boolean };

export const listLists: Call = { name: "list_todo_lists", input: {} };

/** Names shown to whoever asked for one that there is not. */
const SHOWN = 10;

/** The list called `name` in an answer of list_todo_lists; exact spelling first, then without case and punctuation. */
export function findList(outcome: ToolOutcome | undefined, name: string, except = ""): FoundList {
  const problem = problemOf(outcome);
  if (problem !== null) return { ok: false, answer: `I could not look at the lists: ${problem}`, missing: false };
  const lists = itemsOf(outcome).flatMap((item) => {
    const [id, label] = isRecord(item) ? [text(item["id"]), text(item["name"])] : [null, null];
    return id === null || label === null || id === except ? [] : [{ id, name: label }];
  });
  const found = lists.find((list) => list.name === name) ?? lists.find((list) => folded(list.name) === folded(name));
  if (found !== undefined) return { ok: true, ...found };
  const shown = lists.slice(0, SHOWN).map((list) => `**${list.name}**`);
  const names = shown.join(", ") + (lists.length > SHOWN ? ` and ${lists.length - SHOWN} more` : "");
  const hidden = extentOf(outcome).more;
  const answer = hidden
    ? `There are more lists than I can read at once, and I see none called “${name}”.`
    : `There is no list called “${name}”. The lists are: ${names}.`;
  return { ok: false, answer, missing: !hidden };
}
