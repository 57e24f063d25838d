/** What is due: late, today, and what comes again today. */
import type { Command } from "commander";
import { dayIn } from "../../client/spoken/clock.ts";
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import type { Io } from "../ports/io.ts";
import { show } from "../output/show.ts";
import { againLine, dueLine, type TodayLine, writeToday } from "../output/today-lines.ts";
import { connect, type Connection, flagsOf } from "../session/context.ts";
import { noteList } from "../session/last-list.ts";
import { comingOn } from "./comes-again.ts";
import { withNames } from "./named.ts";

/** Adds `today`. */
export function addToday(program: Command, io: Io): void {
  program
    .command("today")
    .description("What is late, what is due today, and what comes again")
    .action(async (_options: unknown, command: Command) => {
      const flags = flagsOf(command);
      const connection = await connect(io, flags);
      const { api } = connection;
      const today = dayIn(io.now(), io.timezone);
      const asked = { status: "active", dueBefore: today, sort: "dueDate", order: "asc", limit: 100 };
      const page = (await api.call(operationById("listTodos"), asked)) as OutputOf<"listTodos">;
      const occurrences = await comingOn(api, io.now(), io.timezone);
      if (flags.json === true) return show(io, { ...page, occurrences }, true);
      const lines = await linesOf(connection, page.data, occurrences, today);
      writeToday(io, lines);
      noteList(io, "listTodos", lines);
      if (page.hasMore) io.stderr.write("The first 100. More: dayshift todos list --sort dueDate --order asc --all\n");
    });
}

/** A todo that is due and comes again today stands there once, with its hour. */
async function linesOf(
  connection: Connection,
  due: OutputOf<"listTodos">["data"],
  occurrences: Awaited<ReturnType<typeof comingOn>>,
  today: string,
): Promise<readonly TodayLine[]> {
  const again = new Map(occurrences.map((one) => [one.todoId, one]));
  const dueLines = due.map((todo) => dueLine(todo, today, again.get(todo.id)));
  for (const { id } of due) again.delete(id);
  const others = [...again.values()];
  const agentIds = others.map(({ agentId }) => ({ agentId }));
  const agents = (await withNames(connection, agentIds)) as { readonly agentId: string | null }[];
  return [...dueLines, ...others.map((one, index) => againLine(one, agents[index]?.agentId ?? null))];
}
