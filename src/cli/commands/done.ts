/** Ticking todos off: what comes again is done until its next time. */
import type { Command } from "commander";
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import type { Io } from "../ports/io.ts";
import { show } from "../output/show.ts";
import { dayInWords, plain } from "../output/text.ts";
import type { Api } from "../session/api.ts";
import { connect, type Flags, flagsOf } from "../session/context.ts";
import { findId } from "./find-record.ts";

type Todo = OutputOf<"getTodo">;

interface DoneFlags extends Flags {
  readonly forGood?: boolean;
}

/** Adds `done`. */
export function addDone(program: Command, io: Io): void {
  program
    .command("done")
    .description("Complete todos; one that comes again is done until its next time")
    .argument("<todo...>", 'titles, numbers of the last list, ids or their beginnings: dayshift done "Call Ana"')
    .option("--for-good", "ends what comes again, too")
    .action(async (todos: string[], _options: unknown, command: Command) => {
      const flags: DoneFlags = flagsOf(command);
      const { api } = await connect(io, flags);
      for (const words of todos) {
        const todo = await complete(api, await findOpen(io, api, words), flags.forGood === true);
        if (flags.json === true) show(io, todo, true);
        else io.stdout.write(`✓ ${plain(todo.title ?? todo.id)}${nextTime(todo)}\n`);
      }
    });
}

const list = operationById("listTodos");

/** An id, or a number of the last list, finds a todo that is done, too. */
async function findOpen(io: Io, api: Api, words: string): Promise<Todo> {
  const search = { io, api, noun: "open todo", list, path: {}, filters: [{ status: "active" }] };
  return (await api.call(operationById("getTodo"), { todoId: await findId(search, words) })) as Todo;
}

/** A series that runs is finished for this time; everything else is done. */
async function complete(api: Api, todo: Todo, isForGood: boolean): Promise<Todo> {
  const todoId = todo.id;
  const called =
    comesAgain(todo) && !isForGood
      ? api.call(operationById("completeOccurrence"), { todoId })
      : api.call(operationById("updateTodo"), { todoId, status: "done" });
  return (await called) as Todo;
}

function comesAgain({ scheduleType, scheduleStatus }: Todo): boolean {
  const hasEnded = scheduleStatus === "disabled" || scheduleStatus === "completed";
  return scheduleType === "recurring" && !hasEnded;
}

/** Said of what comes again: `  (next: Thursday 26 November; --for-good ends it)`. */
function nextTime({ status, dueDate }: Todo): string {
  if (status === "done" || dueDate === null) return "";
  return `  (next: ${dayInWords(dueDate)}; --for-good ends it)`;
}
