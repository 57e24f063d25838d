/** A command for every operation of both interfaces: a fold over the table. */
import { type Command, Option } from "commander";
import { isPaged, type Operation, pathParameters } from "../../schema/operation.ts";
import { appTable, type OperationId, publicTable } from "../../schema/operations/index.ts";
import { platform } from "../../client/ports.ts";
import type { Flat } from "../../client/request.ts";
import type { Api } from "../session/api.ts";
import { usage, withKey } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";
import { show } from "../output/show.ts";
import { wrap } from "../output/text.ts";
import { isRecord } from "../../schema/common.ts";
import { connectFor, flagsOf } from "../session/context.ts";
import { noteList } from "../session/last-list.ts";
import { camel, type Field, fieldsOf, inFlags, kebab, readField } from "./fields.ts";
import { readSpokenTodo } from "./spoken-todo.ts";
import { everywhere, findId, listFor, nounOf } from "./find-record.ts";
import { aliases, commandName, groupAliases, isFolded } from "./names.ts";

/** Fields that may be written as plain words behind the command: the first of them that stands in the body. */
const spoken: ReadonlySet<string> = new Set(["message", "title", "name", "content", "decision"]);

/** What plain words say beyond the text of their field; a flag is taken as it stands, and wins. */
const readings: ReadonlyMap<string, Reading> = new Map<OperationId, Reading>([
  [
    "createTodo",
    { read: readSpokenTodo, about: "title; a date in words, what comes again, @list and !priority are understood" },
  ],
]);

interface Reading {
  readonly read: (line: string, io: Io) => object;
  readonly about: string;
}

/** The operations that have a command. */
export const commandOperations: readonly Operation[] = [...publicTable, ...appTable].filter(isFolded);

/** Adds them, in groups. */
export function addOperations(program: Command, io: Io): void {
  for (const record of commandOperations) {
    const { group, verb, ids } = commandName(record);
    const command = groupOf(program, group).command(verb).description(record.summary);
    for (const alias of aliases[verb] ?? []) command.alias(alias);
    for (const id of ids) command.argument(`<${kebab(id)}>`);
    const fields = fieldsOf(record);
    const words = wordsOf(record, fields);
    if (words !== null)
      command.argument(`[${kebab(words.name)}...]`, readings.get(record.id)?.about ?? words.description);
    for (const field of fields) {
      const isThere = field === words || field.name === "workspaceId";
      command.addOption(optionOf({ ...field, isRequired: field.isRequired && !isThere }));
    }
    if (isPaged(record)) command.option("--all", "every page, one after the other");
    if (record.body !== null) command.option("--body <json>", "the whole body as JSON, or @file, or - for stdin");
    if (record.creates) command.option("--idempotency-key <key>", "repeating the command with it makes nothing twice");
    const about = inFlags(record.description, new Set(fields.map(({ name }) => name)));
    command.addHelpText("after", () => `\n${wrap(about, io.stdout.columns ?? 80).join("\n")}`);
    command.action(async (...given: unknown[]) => {
      const texts = given.slice(0, ids.length + (words === null ? 0 : 1)) as (string | string[])[];
      await run(io, command, { record, fields, words }, texts);
    });
  }
}

/** The command of a group, made when it is asked for first; it is described by its own name in words. */
function groupOf(program: Command, name: string): Command {
  const known = program.commands.find((command) => command.name() === name);
  if (known !== undefined) return known;
  const group = program.command(name).description(titleOf(name));
  const alias = groupAliases[name];
  return alias === undefined ? group : group.alias(alias);
}

function titleOf(name: string): string {
  const words = name.replaceAll("-", " ").replace(/^api\b/, "API");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The field that plain words fill. */
function wordsOf({ body, method }: Operation, fields: readonly Field[]): Field | null {
  if (body === null || method !== "POST") return null;
  const name = Object.keys(body.entries).find((one) => spoken.has(one));
  return fields.find((field) => field.name === name && field.kind === "text") ?? null;
}

/** The choices are there for help and completion; the service judges, as its version may know more of them. */
export function optionOf(field: Field): Option {
  const { flag, placeholder, choices, description, isNullable, isRequired, standard } = field;
  const words = [
    description,
    isRequired ? "(required)" : "",
    isNullable ? "(null clears)" : "",
    standard === null ? "" : `(default: ${standard})`,
  ];
  const option = new Option(`--${flag} ${placeholder}`, words.filter((word) => word !== "").join(" "));
  if (choices.length > 0) option.argChoices = [...choices];
  return option;
}

/** What a command line is read with: the operation, its fields, and the one that plain words fill. */
interface Spoken {
  readonly record: Operation;
  readonly fields: readonly Field[];
  readonly words: Field | null;
}

async function run(
  io: Io,
  command: Command,
  { record, fields, words }: Spoken,
  given: readonly (string | string[])[],
): Promise<void> {
  const flags = flagsOf(command);
  const { api, profile } = connectFor(record, io, flags);
  const options: Record<string, unknown> = { ...command.opts() };
  const ids = pathParameters(record.path);
  const path = await pathOf(io, api, record, given as readonly string[]);
  const said = words === null ? "" : ((given[ids.length] ?? []) as string[]).join(" ");
  const values = readOptions(io, fields, options);
  const reading = said === "" ? undefined : readings.get(record.id);
  if (words !== null && said !== "" && reading === undefined) values.set(words, said);
  fillWorkspace(fields, values, profile?.workspaceId ?? null);
  const input = {
    ...(await wholeBody(io, options["body"])),
    ...reading?.read(said, io),
    ...Object.fromEntries([...values].map(([{ name }, value]) => [name, value])),
    ...path,
  };
  const key = options["idempotencyKey"] as string | undefined;
  const answer =
    options["all"] === true ? await everyPage(io, api, record, input) : await callOnce(api, record, input, key);
  show(io, answer, flags.json === true);
  if (flags.json !== true && isList(answer)) noteList(io, record.id, answer.data);
}

/** The ids of the path: what a person writes in the place of an id is looked up in the list of such records. */
async function pathOf(io: Io, api: Api, record: Operation, given: readonly string[]): Promise<Record<string, string>> {
  const path: Record<string, string> = {};
  for (const [at, parameter] of pathParameters(record.path).entries()) {
    const words = given[at] ?? "";
    const list = listFor(record, parameter);
    path[parameter] =
      list === undefined
        ? words
        : await findId({ io, api, noun: nounOf(list), list, path: { ...path }, filters: everywhere(list) }, words);
  }
  return path;
}

function isList(answer: unknown): answer is { readonly data: readonly unknown[] } {
  return isRecord(answer) && answer["object"] === "list" && Array.isArray(answer["data"]);
}

/** What creates something carries a key; when the service fails, the person is shown it. */
async function callOnce(api: Api, record: Operation, input: Flat, key = platform.newKey()): Promise<unknown> {
  if (!record.creates) return api.call(record, input);
  return api.call(record, input, { idempotencyKey: key }).catch((error: unknown) => {
    throw withKey(error, key);
  });
}

function readOptions(
  io: Io,
  fields: readonly Field[],
  options: Readonly<Record<string, unknown>>,
): Map<Field, unknown> {
  const values = new Map<Field, unknown>();
  for (const field of fields) {
    const given = options[camel(field.flag)];
    if (given !== undefined) values.set(field, readField(field, given, io));
  }
  return values;
}

/** Key management names its workspace: the one of the profile, unless another is given. */
function fillWorkspace(fields: readonly Field[], values: Map<Field, unknown>, workspaceId: string | null): void {
  const field = fields.find(({ name, isRequired }) => name === "workspaceId" && isRequired);
  if (field !== undefined && !values.has(field) && workspaceId !== null) values.set(field, workspaceId);
}

async function wholeBody(io: Io, given: unknown): Promise<Record<string, unknown>> {
  if (typeof given !== "string") return {};
  const text = given === "-" ? await io.stdin.text() : given.startsWith("@") ? io.files.load(given.slice(1)) : given;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw usage("--body: expected a JSON object.");
  }
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
