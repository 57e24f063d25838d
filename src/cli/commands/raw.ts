/** Calls by operation id, for programs, and a guide for agents that work in a terminal. */
import type { Command } from "commander";
import { isRecord } from "../../schema/common.ts";
import { jsonIn } from "../../schema/json-text.ts";
import { appTable, publicTable } from "../../schema/operations/index.ts";
import { pathParameters } from "../../schema/operation.ts";
import { usage } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";
import { show } from "../output/show.ts";
import { connectFor, flagsOf } from "../session/context.ts";
import { kebab } from "./fields.ts";
import { commandWords } from "./names.ts";

/** Adds `api` and `agent-guide`. */
export function addRaw(program: Command, io: Io): void {
  program
    .command("api")
    .description("Call any operation by its id; the answer is JSON")
    .argument("<operationId>")
    .argument("[input]", "parameters and body as one flat JSON object, or @file, or - for stdin")
    .option("--idempotency-key <key>", "repeating the call with it makes nothing twice")
    .action(async (id: string, given: string | undefined, options: { idempotencyKey?: string }, command: Command) => {
      const record = [...publicTable, ...appTable].find((one) => one.id === id);
      if (record === undefined) throw usage(`There is no operation ${id}.`, "dayshift agent-guide lists them.");
      const flat = await readFlat(io, given);
      const { api } = await connectFor(record, io, flagsOf(command));
      show(io, await api.call(record, flat, options), true);
    });
  program
    .command("agent-guide")
    .description("A short guide for agents that work with this command line")
    .action(() => io.stdout.write(guide()));
}

async function readFlat(io: Io, given: string | undefined): Promise<Record<string, unknown>> {
  if (given === undefined) return {};
  const text = given === "-" ? await io.stdin.text() : given.startsWith("@") ? io.files.load(given.slice(1)) : given;
  const input = jsonIn(text);
  if (!isRecord(input)) throw usage("The input is no JSON object.");
  return input;
}

function guide(): string {
  const lines = [...publicTable, ...appTable].flatMap((record) => {
    const words = commandWords(record);
    if (words === null) return [];
    const called = [...words, ...pathParameters(record.path).map((id) => `<${kebab(id)}>`)].join(" ");
    return `  ${called.padEnd(56)} ${record.summary}`;
  });
  return [
    "Dayshift keeps todos, chats with agents, captures. You reach all of it with this command.",
    "",
    "- Credential: DAYSHIFT_KEY (an API key) and DAYSHIFT_URL, or a profile made by `dayshift login`.",
    "- Add --json to read answers as JSON. Data is on stdout, everything else on stderr.",
    "- Exit status: 0 ok, 1 error, 2 usage, 3 not found, 4 credential or scope, 5 conflict, 6 rate limit, 7 no minutes left.",
    "- Lists show 25 rows: --limit 100, --all, or --cursor with nextCursor.",
    "- `dayshift api <operationId> '<json>'` calls an operation with parameters and body as one flat object.",
    "- Ids are UUIDs. `null` clears a field that may be empty.",
    "- Agents work on their own time: poll `dayshift chats get <chatId>` until status is no longer running.",
    "",
    "Commands:",
    ...lines,
    "",
  ].join("\n");
}
