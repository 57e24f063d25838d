/** Todo lists: found by name, shown. */
import { moreLine, PAGE } from "../shared/format.ts";
import type { Call, Play } from "../shared/play.ts";
import { count, extentOf, itemsOf, problemOf, text, type ToolOutcome } from "../shared/records.ts";
import { folded } from "../shared/words.ts";
import { isRecord } from "../../../../schema/json.ts";

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
