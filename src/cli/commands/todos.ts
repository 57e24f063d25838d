/** What people do most: a todo in one line. */
import type { Command } from "commander";
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import type { Io } from "../ports/io.ts";
import { show } from "../output/show.ts";
import { cell } from "../output/cells.ts";
import { dayInWords, plain, wrap } from "../output/text.ts";
import { connect, flagsOf } from "../session/context.ts";
import { readTodoLine } from "./todo-line.ts";

/** Adds `add`. */
export function addTodoWords(program: Command, io: Io): void {
  program
    .command("add")
    .description('Create a todo from one line: dayshift add "Call Ana tomorrow @Inbox !high"')
    .argument(
      "<words...>",
      "title; a date in words, what comes again (every weekday at 9), @list or #list and !priority are understood",
    )
    .action(async (words: string[], _options: unknown, command: Command) => {
      const flags = flagsOf(command);
      const { api } = await connect(io, flags);
      const body = await readTodoLine(io, api, words.join(" "));
      const todo = (await api.call(operationById("createTodo"), { ...body })) as OutputOf<"createTodo">;
      if (flags.json === true) return show(io, todo, true);
      if (io.stdout.isTerminal) return io.stdout.write(forPeople(todo, body.todoListName, io.stdout.columns ?? 80));
      const details = [
        todo.dueDate,
        body.schedule === undefined ? "" : "comes again",
        body.todoListName,
        todo.priority,
      ];
      io.stdout.write(`${todo.id}  ${plain(todo.title ?? "")}${inBrackets(details)}\n`);
    });
}

/** Its title, and what was understood of the line. */
function forPeople(todo: OutputOf<"createTodo">, list: string | undefined, columns: number): string {
  const next = todo.nextRunAt === null ? "" : `comes again, next ${cell(todo.nextRunAt)}`;
  const details = [todo.dueDate === null ? "" : dayInWords(todo.dueDate), next, list, todo.priority];
  return wrap(`✓ ${plain(todo.title ?? "")}${inBrackets(details)}`, columns)
    .map((line) => `${line}\n`)
    .join("");
}

function inBrackets(details: readonly (string | null | undefined)[]): string {
  const said = details.filter(Boolean).join(", ");
  return said === "" ? "" : `  (${plain(said)})`;
}
