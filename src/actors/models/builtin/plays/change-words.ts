/** What is said about a change. */
import { spoken } from "../calendar.ts";
import type { ToolOutcome } from "../conversation.ts";
import { todoLine } from "../format.ts";
import type { Change, Present } from "../intents.ts";
import { type Todo, problemOf, toTodo } from "../todo.ts";

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
  if (outcome === null) return `Nothing to do: ${todoLine(before, present)} already was ${statusWord(before)}.`;
  const problem = problemOf(outcome);
  if (problem !== null) return `I could not change **${before.title}**: ${problem}`;
  if (change.kind === "archive") return `Archived **${before.title}**. It can be restored.`;
  const after = toTodo(outcome.value) ?? before;
  switch (change.kind) {
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

function statusWord(todo: Todo): string {
  return { done: "done", in_progress: "in progress", ready: "open" }[todo.status];
}
