/** Changes todos: finds which, changes them, says what the service made of it. */
import { notUnderstood, nothingMeant } from "../answers.ts";
import type { Context } from "../context.ts";
import type { ToolOutcome } from "../conversation.ts";
import { numbered } from "../format.ts";
import type { Change, Present, Target } from "../intents.ts";
import type { Call, Play } from "../play.ts";
import type { Todo } from "../todo.ts";
import { question, report } from "./change-words.ts";
import { findList, listLists } from "./find-list.ts";
import { findTodo } from "./find-todo.ts";

const MOST_SHOWN = 10;

export interface ChangeScene {
  readonly said: string;
  readonly context: Context;
  readonly present: Present;
}

/** The answer when the todo is not clear is a question with a numbered list, which a later message can answer. */
export function* changeTodos(target: Target, change: Change, scene: ChangeScene): Play {
  const chosen = yield* choose(target, change, scene);
  if (typeof chosen === "string") return chosen;
  const destination = change.kind === "list" ? findList((yield [listLists])[0], change.listName) : null;
  if (destination?.ok === false) return destination.answer;
  const due = chosen.filter((todo) => !already(todo, change));
  const outcomes = due.length === 0 ? [] : yield due.map((todo) => toCall(todo, change, destination?.id ?? ""));
  const lines = chosen.map((todo) =>
    report(change, todo, outcomes[due.indexOf(todo)] ?? null, scene.present, destination?.name ?? ""),
  );
  return lines.length === 1 ? (lines[0] ?? "") : lines.map((line) => `- ${line}`).join("\n");
}

type Choice = Generator<readonly Call[], readonly Todo[] | string, readonly ToolOutcome[]>;

function* choose(target: Target, change: Change, { said, context, present }: ChangeScene): Choice {
  if (target.by === "context") return context.subject === null ? nothingMeant : [context.subject];
  if (target.by === "number" && context.listed.length > 0) return byNumber(target.numbers, context.listed, present);
  if (target.by === "number" && target.numbers.length > 1) return nothingMeant;
  const words = target.by === "number" ? target.numbers.join(" ") : target.words;
  const found = yield* findTodo(words, said, (todo) => isLikely(todo, change));
  switch (found.kind) {
    case "one":
      return [found.todo];
    case "several":
      return question(
        `${found.todos.length} todos match “${words}”${found.more ? ", and there are more" : ""}.`,
        numbered(found.todos.slice(0, MOST_SHOWN), present),
      );
    case "none":
      return `I found no todo that matches “${words}”. Nothing was changed.`;
    case "own":
      return notUnderstood;
    case "problem":
      break;
  }
  return `I could not look for “${words}”: ${found.problem}`;
}

function byNumber(numbers: readonly number[], listed: readonly Todo[], present: Present): readonly Todo[] | string {
  const outside = numbers.find((number) => number > listed.length);
  if (outside === undefined) return numbers.flatMap((number) => listed[number - 1] ?? []);
  return question(`There is no number ${outside} in the list.`, numbered(listed, present));
}

function isLikely(todo: Todo, change: Change): boolean {
  if (change.kind === "archive") return true;
  return change.kind === "status" && change.status === "ready" ? todo.status !== "ready" : todo.status !== "done";
}

function already(todo: Todo, change: Change): boolean {
  return change.kind === "status" && todo.status === change.status;
}

function toCall(todo: Todo, change: Change, todoListId: string): Call {
  const update = (field: Readonly<Record<string, unknown>>): Call => ({
    name: "update_todo",
    input: { todoId: todo.id, ...field },
  });
  switch (change.kind) {
    case "status":
      return update({ status: change.status });
    case "title":
      return update({ title: change.title });
    case "priority":
      return update({ priority: change.priority });
    case "due":
      return update({ dueDate: change.dueDate });
    case "list":
      return update({ todoListId });
    case "archive":
      break;
  }
  return { name: "delete_todo", input: { todoId: todo.id } };
}
