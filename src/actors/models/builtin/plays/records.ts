/** Lists and agents as such. */
import { shorten } from "../../text.ts";
import type { ToolOutcome } from "../conversation.ts";
import { moreLine, PAGE } from "../format.ts";
import { isRecord } from "../../../../schema/json.ts";
import { count, text } from "../json.ts";
import type { Play } from "../play.ts";
import { itemsOf, problemOf } from "../todo.ts";
import { setback } from "./decided.ts";
import { listLists } from "./find-list.ts";

/** The lists of the workspace with how much is open in each. */
export function* showLists(): Play {
  const [outcome] = yield [listLists];
  const problem = problemOf(outcome);
  if (problem !== null) return `I could not look at the lists: ${problem}`;
  const lines = listLines(outcome);
  return lines.length === 0 ? "There are no lists." : `The lists are:\n\n${firstOf(lines)}`;
}

/** The agents of the workspace. */
export function* showAgents(): Play {
  const [outcome] = yield [{ name: "list_agents", input: {} }];
  const problem = problemOf(outcome);
  if (problem !== null) return `I could not look at the agents: ${problem}`;
  const lines = agentLines(outcome);
  return lines.length === 0 ? "There are no agents." : `The agents are:\n\n${firstOf(lines)}`;
}

/** Creates a list. */
export function* createList(name: string): Play {
  const [outcome] = yield [{ name: "create_todo_list", input: { name } }];
  const wrong = setback(outcome, `the list “${name}”`, `create the list “${name}”`);
  if (wrong !== null) return wrong;
  const made = isRecord(outcome?.value) ? text(outcome.value["name"]) : null;
  return `Created the list **${made ?? name}**.`;
}

function firstOf(lines: readonly string[]): string {
  return `${lines.slice(0, PAGE).join("\n")}${moreLine(Math.max(0, lines.length - PAGE))}`;
}

/** One line for each list of an answer. */
export function listLines(outcome: ToolOutcome | undefined): string[] {
  return itemsOf(outcome).flatMap((item) => {
    if (!isRecord(item)) return [];
    const [open, all] = [count(item["activeTodoCount"]) ?? 0, count(item["todoCount"]) ?? 0];
    return [
      `- **${text(item["name"]) ?? "(no name)"}** · ${open} open of ${all}${item["isDefault"] === true ? " · default" : ""}`,
    ];
  });
}

/** One line for each agent of an answer. */
export function agentLines(outcome: ToolOutcome | undefined): string[] {
  return itemsOf(outcome).flatMap((item) => {
    if (!isRecord(item)) return [];
    const description = text(item["description"]);
    return [
      `- **${text(item["name"]) ?? "(no name)"}**${description === null ? "" : ` · ${shorten(description, 100)}`}`,
    ];
  });
}

/** How many such lines an answer has. */
export function bulletsIn(answer: string): number {
  return answer.match(/^- \*\*/gm)?.length ?? 0;
}
