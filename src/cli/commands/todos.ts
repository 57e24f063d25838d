/** What people do most: a todo in one line. */
import type { Command } from "commander";
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import type { Io } from "../ports/io.ts";
import { show } from "../output/show.ts";
import { plain } from "../output/text.ts";
import { readQuickTodo } from "../../client/quick-add.ts";
import { connect, flagsOf } from "../session/context.ts";

/** Adds `add`. */
export function addTodoWords(program: Command, io: Io): void {
  program
    .command("add")
    .description('Create a todo from one line: dayshift add "Call Ana tomorrow @Inbox !high"')
    .argument("<words...>", "title; a date in words, @list and !priority are understood")
    .action(async (words: string[], _options: unknown, command: Command) => {
      const flags = flagsOf(command);
      const { api } = connect(io, flags);
      const body = { ...readQuickTodo(words.join(" "), io.now()) };
      const todo = (await api.call(operationById("createTodo"), body)) as OutputOf<"createTodo">;
      if (flags.json === true) return show(io, todo, true);
      const details = [todo.dueDate, body.todoListName, todo.priority].filter(Boolean).join(", ");
      io.stdout.write(`${todo.id}  ${plain(todo.title ?? "")}${details === "" ? "" : `  (${plain(details)})`}\n`);
    });
}
