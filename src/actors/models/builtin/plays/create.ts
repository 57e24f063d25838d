/** Creates todos. */
import { shorten } from "../../text.ts";
import { noSchedule, notUnderstood } from "../answers.ts";
import { folded } from "../clean.ts";
import type { ToolOutcome } from "../conversation.ts";
import { amount, numbered, todoLine } from "../format.ts";
import type { Draft, Present } from "../intents.ts";
import type { Call, Play } from "../play.ts";
import { problemOf, todosOf } from "../todo.ts";

const REPEATING = /\b(?:every|each) (?:other )?(?:day|week|month|year|mon|tue|wed|thu|fri|sat|sun)/i;

/** Creates the drafts and says what came of each. `said` is the message: the title of a todo is no request to copy it. */
export function* createTodos(drafts: readonly Draft[], unsure: boolean, said: string, present: Present): Play {
  if (unsure && (yield* isTitle(said))) return notUnderstood;
  const outcomes = yield drafts.map(toCall);
  const todos = outcomes.flatMap(todosOf);
  const problems = outcomes.flatMap((outcome, index) => {
    const problem = problemOf(outcome);
    return problem === null ? [] : [`- I could not create “${shorten(drafts[index]?.title ?? "", 60)}”: ${problem}`];
  });
  const [only] = todos;
  const made =
    only !== undefined && todos.length === 1
      ? `Created: ${todoLine(only, present)}`
      : `Created ${amount(todos.length)}:\n\n${numbered(todos, present)}`;
  const repeats = drafts.some((draft) => REPEATING.test(draft.title));
  return [
    ...(todos.length === 0 ? [] : [made]),
    ...(problems.length === 0 ? [] : [problems.join("\n")]),
    ...(repeats ? [noSchedule] : []),
  ].join("\n\n");
}

/** Whether the message is, word for word, the title of a todo: then the engine was started on that todo. */
function* isTitle(said: string): Generator<readonly Call[], boolean, readonly ToolOutcome[]> {
  const query = Array.from(said.trim()).slice(0, 200).join("");
  const [found] = yield [{ name: "list_todos", input: { query, limit: 25 } }];
  return todosOf(found).some((todo) => folded(todo.title) === folded(shorten(said, 120)));
}

function toCall({ title, content, priority, dueDate, listName }: Draft): Call {
  const input = {
    title,
    ...(content === undefined ? {} : { content }),
    ...(priority === undefined ? {} : { priority }),
    ...(dueDate === undefined ? {} : { dueDate }),
    ...(listName === undefined ? {} : { todoListName: listName }),
  };
  return { name: "create_todo", input };
}
