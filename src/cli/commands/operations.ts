/** A command for every operation of both interfaces: a fold over the table. */
import { type Command, Option } from "commander";
import { isPaged, type Operation } from "../../schema/operation.ts";
import { appTable, publicTable } from "../../schema/operations/index.ts";
import { platform } from "../../client/ports.ts";
import type { Flat } from "../../client/request.ts";
import type { Api } from "../session/api.ts";
import { Refused, withKey } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";
import { wrap } from "../output/text.ts";
import { connectFor, flagsOf } from "../session/context.ts";
import { aboutField, type Field, fieldsOf, inFlags, kebab, saidInFlags } from "./fields.ts";
import { inputOf, isFilledIn, readings, type Spoken } from "./input.ts";
import { groupOf, isStandard, refuseStray } from "./groups.ts";
import { aliases, commandName, isFolded } from "./names.ts";
import { present } from "./present.ts";

/** Fields that may be written as plain words behind the command: what is looked for, or the first of these that stands in the body. */
const spoken: ReadonlySet<string> = new Set(["message", "title", "name", "content", "decision", "schedule"]);

/** The operations that have a command. */
export const commandOperations: readonly Operation[] = [...publicTable, ...appTable].filter(isFolded);

/** Adds them, in groups. */
export function addOperations(program: Command, io: Io): void {
  for (const record of commandOperations) {
    const { group, verb, ids } = commandName(record);
    const command = groupOf(program, group)
      .command(verb, { isDefault: isStandard(verb, ids) })
      .description(record.summary)
      .allowExcessArguments();
    for (const alias of aliases[verb] ?? []) command.alias(alias);
    for (const id of ids) command.argument(`<${kebab(id)}>`);
    if (record.bytes !== undefined) command.argument("<file>", "the image to send");
    const fields = fieldsOf(record);
    const words = wordsOf(record, fields);
    if (words !== null)
      command.argument(`[${kebab(words.name)}...]`, readings.get(record.id)?.about ?? aboutField(words));
    for (const field of fields) {
      const isThere = field === words || isFilledIn(record, field.name);
      command.addOption(optionOf({ ...field, isRequired: field.isRequired && !isThere }));
    }
    if (isPaged(record)) command.option("--all", "every page, one after the other");
    if (record.body !== null && record.bytes === undefined)
      command.option("--body <json>", "the whole body as JSON, or @file, or - for stdin");
    if (record.creates) command.option("--idempotency-key <key>", "repeating the command with it makes nothing twice");
    const about = inFlags(record.description, new Set(fields.map(({ name }) => name)));
    command.addHelpText("after", () => `\n${wrap(about, io.stdout.columns ?? 80).join("\n")}`);
    command.action(async (...given: unknown[]) => {
      const takes = command.registeredArguments.length;
      refuseStray(command, words === null ? takes : takes - 1, words !== null);
      const texts = given.slice(0, takes) as (string | string[])[];
      await run(io, command, { record, fields, words }, texts);
    });
  }
}

/** The field that plain words fill. */
function wordsOf({ body, method }: Operation, fields: readonly Field[]): Field | null {
  if (method === "GET") return fields.find(({ name }) => name === "query") ?? null;
  if (body === null || method !== "POST") return null;
  const name = Object.keys(body.entries).find((one) => spoken.has(one));
  return fields.find((field) => field.name === name && (field.kind === "text" || name === "schedule")) ?? null;
}

/** The choices are there for help and completion; the service judges, as its version may know more of them. */
export function optionOf(field: Field): Option {
  const { flag, placeholder, choices, isNullable, isRequired, standard } = field;
  const words = [
    aboutField(field),
    isRequired ? "(required)" : "",
    isNullable ? "(null clears)" : "",
    standard === null ? "" : `(default: ${standard})`,
  ];
  const option = new Option(`--${flag} ${placeholder}`, words.filter((word) => word !== "").join(" "));
  if (choices.length > 0) option.argChoices = [...choices];
  return option;
}

async function run(
  io: Io,
  command: Command,
  spoken: Spoken,
  given: readonly (string | readonly string[])[],
): Promise<void> {
  const { record } = spoken;
  const flags = flagsOf(command);
  const connection = await connectFor(record, io, flags);
  const options: Record<string, unknown> = { ...command.opts() };
  const input = await inputOf({ io, connection }, spoken, given, options);
  const key = options["idempotencyKey"] as string | undefined;
  const { api } = connection;
  const called = options["all"] === true ? everyPage(io, api, record, input) : callOnce(api, record, input, key);
  const answer = await called.catch((error: unknown) => {
    throw error instanceof Refused ? inFlagsOf(error, spoken) : error;
  });
  await present(io, { record, connection, isJson: flags.json === true }, answer);
}

/** The refusal as people who type flags read it, with an example of the one whose value is at fault. */
function inFlagsOf(refused: Refused, { fields, words }: Spoken): Refused {
  const { message, hint, error } = refused;
  const name = error.code === "validation_failed" ? /^\w+/.exec(error.param ?? "")?.[0] : undefined;
  const example = fields.find((field) => field.name === name)?.example ?? null;
  return refused.inWords(saidInFlags(message, fields, words), hint ?? example);
}

/** What creates something carries a key; when the service fails, the person is shown it. */
async function callOnce(api: Api, record: Operation, input: Flat, key = platform.newKey()): Promise<unknown> {
  if (!record.creates) return api.call(record, input);
  return api.call(record, input, { idempotencyKey: key }).catch((error: unknown) => {
    throw withKey(error, key);
  });
}

interface Page {
  readonly data: readonly unknown[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

/** All pages as one; says how far it is, on a terminal. */
async function everyPage(io: Io, api: Api, record: Operation, input: Flat): Promise<unknown> {
  const data: unknown[] = [];
  let cursor: string | null = null;
  let page: Page;
  do {
    page = (await api.call(record, { limit: 100, ...input, ...(cursor !== null && { cursor }) })) as Page;
    data.push(...page.data);
    cursor = page.nextCursor;
    if (io.stderr.isTerminal) io.stderr.write(`\r${data.length} read`);
  } while (page.hasMore);
  if (io.stderr.isTerminal) io.stderr.write("\r\u001b[K");
  return { ...page, data };
}
