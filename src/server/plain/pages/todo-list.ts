/** A list of todos for people to read. */
import type { Todo } from "../../../schema/todo.ts";
import type { TodoList } from "../../../schema/todo-list.ts";
import type { Reading } from "./reading.ts";
import { inline, prefixed } from "./markdown.ts";

const sections = [
  { heading: "Open", query: { status: "active" } },
  { heading: "Done", query: { status: "done" } },
  { heading: "Archived", query: { includeArchived: true } },
] as const;

/** The page in pieces. `names`: of people and agents, by id. */
export function* todoListPage(reading: Reading, list: TodoList, names: ReadonlyMap<string, string>): Generator<string> {
  yield `# ${inline(`${list.emoji ?? ""} ${list.name}`)}\n`;
  for (const { heading, query } of sections) {
    let isFirst = true;
    const asked = { query: { ...query, todoListId: list.id, sort: "createdAt", order: "asc" } };
    for (const page of reading.pages("listTodos", asked)) {
      for (const todo of page as readonly unknown[] as readonly Todo[]) {
        yield `${isFirst ? `\n## ${heading}\n\n` : ""}${todoLines(todo, names)}\n`;
        isFirst = false;
      }
    }
  }
}

function todoLines(todo: Todo, names: ReadonlyMap<string, string>): string {
  const { status, title, content } = todo;
  const facts = factsOf(todo, names);
  const box = status === "done" ? "[x]" : "[ ]";
  const line = `- ${box} ${inline(title ?? firstLine(content ?? ""))}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`;
  return content === null || content.trim() === "" ? line : `${line}\n\n${prefixed(content, "  ")}\n`;
}

function factsOf(todo: Todo, names: ReadonlyMap<string, string>): string[] {
  const { status, priority, dueDate, rrule, nextRunAt, assignees } = todo;
  const facts: string[] = [];
  if (status === "in_progress") facts.push("in progress");
  if (priority !== null) facts.push(priority);
  if (dueDate !== null) facts.push(`due ${dueDate}`);
  if (rrule !== null) facts.push(rrule);
  if (nextRunAt !== null) facts.push(`next on ${nextRunAt}`);
  facts.push(...assignees.map(({ id }) => inline(names.get(id) ?? id)));
  return facts;
}

function firstLine(content: string): string {
  const line = content.split("\n").find((one) => one.trim() !== "") ?? "";
  return line.length > 80 ? `${line.slice(0, 80).toWellFormed()}…` : line;
}
