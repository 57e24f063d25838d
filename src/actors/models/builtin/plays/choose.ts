/** Chooses the todos that a change is about, or asks which. */
import { notUnderstood, nothingMeant } from "../answers.ts";
import type { Context } from "../context.ts";
import type { ToolOutcome } from "../conversation.ts";
import { numbered, PAGE } from "../format.ts";
import type { Change, Present, Target } from "../intents.ts";
import type { Call } from "../play.ts";
import { type Todo, toTodo } from "../todo.ts";
import { question } from "./change-words.ts";
import { type Found, findTodo, findTold } from "./find-todo.ts";

export interface ChangeScene {
  readonly said: string;
  readonly context: Context;
  readonly present: Present;
}

type Choice = Generator<readonly Call[], readonly Todo[] | string, readonly ToolOutcome[]>;

/** The todos meant, as they are now; a text when they are not clear: a question with a numbered list, or why there are none. */
export function* choose(target: Target, change: Change, { said, context, present }: ChangeScene): Choice {
  if (target.by === "context") return context.subject === null ? nothingMeant : yield* fresh([context.subject]);
  if (target.by === "number" && context.listed.size > 0) {
    const chosen = byNumber(target.numbers, context.listed, present);
    return typeof chosen === "string" ? chosen : yield* fresh(chosen);
  }
  if (target.by === "number") return nothingMeant;
  const { words } = target;
  const likely = (todo: Todo): boolean => isLikely(todo, change);
  const found =
    target.by === "told"
      ? yield* findTold(target.verbs, target.words)
      : yield* findTodo(words, said, likely, change.kind === "restore");
  return told(found, words, target, change, present);
}

function told(found: Found, words: string, target: Target, change: Change, present: Present): readonly Todo[] | string {
  switch (found.kind) {
    case "one":
      return [found.todo];
    case "several":
      return question(
        `${found.todos.length} todos match “${words}”${found.more ? ", and there are more" : ""}.`,
        shown(found.todos, present),
      );
    case "none":
      if (target.by === "told" && !found.more) return notUnderstood;
      return nothingFound(words, found.more, change);
    case "own":
      return notUnderstood;
    case "problem":
      break;
  }
  return `I could not look for “${words}”: ${found.problem}`;
}

function nothingFound(words: string, more: boolean, change: Change): string {
  if (more)
    return `Many todos have a word of “${words}”, and none of the newest matches it. Say more of the title. Nothing was changed.`;
  const archived = change.kind === "restore" ? "archived todo" : "todo";
  return `I found no ${archived} that matches “${words}”. Nothing was changed.`;
}

function shown(todos: readonly Todo[], present: Present): string {
  const rest = todos.length > PAGE ? `\n\n… and ${todos.length - PAGE} more: say more of the title.` : "";
  return `${numbered(todos.slice(0, PAGE), present)}${rest}`;
}

/** The todos as they are now: since they were shown, anybody may have changed them. */
function* fresh(todos: readonly Todo[]): Generator<readonly Call[], readonly Todo[], readonly ToolOutcome[]> {
  const outcomes = yield todos.map((todo) => ({ name: "get_todo", input: { todoId: todo.id }, optional: true }));
  return todos.map(
    (todo, index) => (outcomes[index]?.isError === false ? toTodo(outcomes[index]?.value) : null) ?? todo,
  );
}

function byNumber(
  numbers: readonly number[],
  listed: ReadonlyMap<number, Todo>,
  present: Present,
): readonly Todo[] | string {
  const outside = numbers.find((number) => !listed.has(number));
  if (outside === undefined) return numbers.flatMap((number) => listed.get(number) ?? []);
  return question(`There is no number ${outside} in the list.`, shown([...listed.values()], present));
}

function isLikely(todo: Todo, change: Change): boolean {
  if (change.kind === "archive" || change.kind === "restore") return true;
  return change.kind === "status" && change.status === "ready" ? todo.status !== "ready" : todo.status !== "done";
}
