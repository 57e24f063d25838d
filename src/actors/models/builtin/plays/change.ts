/** Changes todos: finds which, changes them, says what the service made of it. */
import type { Change, FieldChange, Target } from "../intents.ts";
import type { Call, Play } from "../play.ts";
import type { Todo } from "../todo.ts";
import { report } from "./change-words.ts";
import { type ChangeScene, choose } from "./choose.ts";
import { type FoundList, findList, listLists } from "./find-list.ts";

/** The answer when the todo is not clear is a question with a numbered list, which a later message can answer. */
export function* changeTodos(target: Target, change: Change, scene: ChangeScene): Play {
  const chosen = yield* choose(target, change, scene);
  if (typeof chosen === "string") return chosen;
  const listName = listNameOf(change);
  const destination = listName === null ? null : findList((yield [listLists])[0], listName);
  if (destination?.ok === false) return noList(destination, listName ?? "");
  const due = chosen.filter((todo) => !already(todo, change));
  const outcomes = due.length === 0 ? [] : yield due.map((todo) => toCall(todo, change, destination?.id ?? ""));
  const lines = chosen.map((todo) =>
    report(change, todo, outcomes[due.indexOf(todo)] ?? null, scene.present, destination?.name ?? ""),
  );
  return lines.length === 1 ? (lines[0] ?? "") : lines.map((line) => `- ${line}`).join("\n");
}

function noList({ answer, missing }: FoundList & { readonly ok: false }, name: string): string {
  return missing ? `${answer} Say \`create a list called ${name}\` first. Nothing was changed.` : answer;
}

function listNameOf(change: Change): string | null {
  if (change.kind === "list") return change.listName;
  if (change.kind !== "several") return null;
  return change.changes.map(listNameOf).find((name) => name !== null) ?? null;
}

function already(todo: Todo, change: Change): boolean {
  if (change.kind === "archive") return todo.isArchived;
  if (change.kind === "restore") return !todo.isArchived;
  return change.kind === "status" && todo.status === change.status;
}

function toCall(todo: Todo, change: Change, todoListId: string): Call {
  const todoId = todo.id;
  if (change.kind === "archive") return { name: "delete_todo", input: { todoId } };
  if (change.kind === "restore") return { name: "restore_todo", input: { todoId } };
  const changes = change.kind === "several" ? change.changes : [change];
  const fields = changes.map((each) => fieldOf(each, todoListId));
  return { name: "update_todo", input: Object.assign({ todoId }, ...fields) as Call["input"] };
}

function fieldOf(change: FieldChange, todoListId: string): Readonly<Record<string, unknown>> {
  switch (change.kind) {
    case "status":
      return { status: change.status };
    case "title":
      return { title: change.title };
    case "priority":
      return { priority: change.priority };
    case "due":
      return { dueDate: change.dueDate };
    case "list":
      break;
  }
  return { todoListId };
}
