/** Lists and agents as such. */
import { shorten } from "../../text.ts";
import type { Play } from "../play.ts";
import { count, isObject, itemsOf, problemOf, text } from "../todo.ts";
import { listLists } from "./find-list.ts";

/** The lists of the workspace with how much is open in each. */
export function* showLists(): Play {
  const [outcome] = yield [listLists];
  const problem = problemOf(outcome);
  if (problem !== null) return `I could not look at the lists: ${problem}`;
  const lines = itemsOf(outcome).flatMap((item) => {
    if (!isObject(item)) return [];
    const [open, all] = [count(item["activeTodoCount"]) ?? 0, count(item["todoCount"]) ?? 0];
    return [
      `- **${text(item["name"]) ?? "(no name)"}** · ${open} open of ${all}${item["isDefault"] === true ? " · default" : ""}`,
    ];
  });
  return lines.length === 0 ? "There are no lists." : `The lists are:\n\n${lines.join("\n")}`;
}

/** The agents of the workspace. */
export function* showAgents(): Play {
  const [outcome] = yield [{ name: "list_agents", input: {} }];
  const problem = problemOf(outcome);
  if (problem !== null) return `I could not look at the agents: ${problem}`;
  const lines = itemsOf(outcome).flatMap((item) => {
    if (!isObject(item)) return [];
    const description = text(item["description"]);
    return [
      `- **${text(item["name"]) ?? "(no name)"}**${description === null ? "" : ` · ${shorten(description, 100)}`}`,
    ];
  });
  return lines.length === 0 ? "There are no agents." : `The agents are:\n\n${lines.join("\n")}`;
}

/** Creates a list. */
export function* createList(name: string): Play {
  const [outcome] = yield [{ name: "create_todo_list", input: { name } }];
  const problem = problemOf(outcome);
  if (problem !== null) return `I could not create the list “${name}”: ${problem}`;
  const made = isObject(outcome?.value) ? text(outcome.value["name"]) : null;
  return `Created the list **${made ?? name}**.`;
}
