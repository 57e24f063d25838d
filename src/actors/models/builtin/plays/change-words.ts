/** What is said about a change. */
import { spoken } from "../calendar.ts";
import type { ToolOutcome } from "../conversation.ts";
import { todoLine } from "../format.ts";
import type { Change, Present } from "../intents.ts";
import { type Todo, toTodo } from "../todo.ts";
import { setback } from "./decided.ts";

const WHICH = "Which one do you mean? Answer with its number.";

/** A question that offers a numbered list. */
export function question(reason: string, list: string): string {
  return `${reason} ${WHICH}\n\n${list}`;
}

/** Whether an answer is such a question. */
export function isQuestion(answer: string): boolean {
  return answer.includes(WHICH);
}

/** One line about one todo; `outcome` is null when the todo already was as wished. What the service answered is what is told. */
export function report(
  change: Change,
  before: Todo,
  outcome: ToolOutcome | null,
  present: Present,
  listName: string,
): string {
  if (outcome === null && change.kind === "restore") return `Nothing to do: **${before.title}** is not archived.`;
  if (outcome === null) return `Nothing to do: ${todoLine(before, present)} already was ${stateWord(change, before)}.`;
  const wrong = setback(outcome, `${verbOf(change)} “${before.title}”`, `change **${before.title}**`);
  if (wrong !== null) return wrong;
  const after = toTodo(outcome.value) ?? before;
  switch (change.kind) {
    case "archive":
      return `Archived **${before.title}**. \`restore ${before.title}\` brings it back.`;
    case "restore":
      return `Restored: ${todoLine(after, present)}`;
    case "several":
      return `Changed: ${todoLine(after, present)}${listName === "" ? "" : ` · in **${listName}**`}`;
    case "status":
      return `${{ done: "Done", in_progress: "Started", ready: "Reopened" }[change.status]}: ${todoLine(after, present)}`;
    case "title":
      return `Renamed **${before.title}** to **${after.title}**.`;
    case "priority":
      return after.priority === null
        ? `**${after.title}** has no priority now.`
        : `**${after.title}** has ${after.priority} priority now.`;
    case "due":
      return after.dueDate === null
        ? `**${after.title}** has no due date now.`
        : `**${after.title}** is due ${spoken(after.dueDate, present)} now.`;
    case "list":
      break;
  }
  return `Moved **${after.title}** to **${listName}**.`;
}

function verbOf(change: Change): string {
  if (change.kind === "status" && change.status === "done") return "completing";
  const verbs = { archive: "archiving", restore: "restoring", list: "moving", title: "renaming" } as const;
  return change.kind in verbs ? verbs[change.kind as keyof typeof verbs] : "changing";
}

function stateWord(change: Change, todo: Todo): string {
  if (change.kind === "archive") return "archived";
  return { done: "done", in_progress: "in progress", ready: "open" }[todo.status];
}
