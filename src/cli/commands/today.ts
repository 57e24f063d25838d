/** What is due: late, and today. */
import type { Command } from "commander";
import { dayOf } from "../../client/local-day.ts";
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import type { Io } from "../ports/io.ts";
import { show } from "../output/show.ts";
import { fit, plain, styleFor } from "../output/text.ts";
import { connect, flagsOf } from "../session/context.ts";
import { noteList } from "../session/last-list.ts";

type Todo = OutputOf<"listTodos">["data"][number];

/** Adds `today`. */
export function addToday(program: Command, io: Io): void {
  program
    .command("today")
    .description("What is late, and what is due today")
    .action(async (_options: unknown, command: Command) => {
      const flags = flagsOf(command);
      const { api } = connect(io, flags);
      const today = dayOf(new Date(io.now()));
      const asked = { status: "active", dueBefore: today, sort: "dueDate", order: "asc", limit: 100 };
      const page = (await api.call(operationById("listTodos"), asked)) as OutputOf<"listTodos">;
      if (flags.json === true) return show(io, page, true);
      write(io, page.data, today);
      noteList(io, "listTodos", page.data);
      if (page.hasMore) io.stderr.write("The first 100. More: dayshift todos list --sort dueDate --order asc --all\n");
    });
}

function write(io: Io, todos: readonly Todo[], today: string): void {
  if (todos.length === 0) return io.stdout.write("Nothing is due.\n");
  const style = styleFor(io.stdout.isTerminal, io.env);
  for (const [heading, group] of groupsOf(todos, today)) {
    io.stdout.write(`${style.bold(heading)}\n`);
    for (const todo of group) {
      const number = io.stdout.isTerminal ? `${todos.indexOf(todo) + 1}`.padStart(3) : "";
      io.stdout.write(`${fit(`${number}${lineOf(todo, today)}`, io.stdout.columns ?? Infinity)}\n`);
    }
  }
}

function groupsOf(todos: readonly Todo[], today: string): [heading: string, todos: readonly Todo[]][] {
  const isLate = ({ dueDate }: Todo): boolean => dueDate !== null && dueDate < today;
  const groups: [string, readonly Todo[]][] = [
    ["Late", todos.filter(isLate)],
    ["Today", todos.filter((todo) => !isLate(todo))],
  ];
  return groups.filter(([, group]) => group.length > 0);
}

/** `  Call Ana  (high, since 2026-11-20)`. */
function lineOf({ title, priority, status, dueDate }: Todo, today: string): string {
  const since = dueDate !== null && dueDate < today ? `since ${dueDate}` : "";
  const details = [priority, status === "in_progress" ? "in progress" : "", since].filter(Boolean).join(", ");
  return `  ${plain(title ?? "")}${details === "" ? "" : `  (${details})`}`;
}
