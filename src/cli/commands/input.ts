/** What a command line says as the input of its operation: flags, words, ids by name, a whole body. */
import { type Operation, pathParameters } from "../../schema/operation.ts";
import type { OperationId } from "../../schema/operations/index.ts";
import type { Flat } from "../../client/request.ts";
import type { Io } from "../ports/io.ts";
import { camel, type Field, readField } from "./fields.ts";
import { type Asking, idsFor, idsInPath } from "./given-ids.ts";
import { wholeBody } from "./whole-body.ts";
import { dayLater, type Present } from "./spoken-days.ts";
import { readNote, refuseContent } from "./note-text.ts";
import { readTodoLine } from "./todo-line.ts";

/** What a command line is read with: the operation, its fields, and the one that plain words fill. */
export interface Spoken {
  readonly record: Operation;
  readonly fields: readonly Field[];
  readonly words: Field | null;
}

/** What plain words say beyond the text of their field; a flag is taken as it stands, and wins. */
export interface Reading {
  readonly read: (asking: Asking, line: string) => Promise<Flat> | Flat;
  readonly about: string;
}

export const readings: ReadonlyMap<string, Reading> = new Map<OperationId, Reading>([
  [
    "createTodo",
    {
      read: async ({ io, connection }, line) => ({ ...(await readTodoLine(io, connection.api, line)) }),
      about: "title; a date in words, what comes again, @list or #list and !priority are understood",
    },
  ],
  [
    "createCapture",
    {
      read: ({ io }, line) => readNote(io, line),
      about: "the text of a note; @file takes that of a file, - that of stdin",
    },
  ],
  ["decideApproval", { read: readDecision, about: "approve or reject, and a comment; respond with words; or edit" }],
]);

/** `reject not now` is a decision with a comment. */
function readDecision(_asking: Asking, line: string): Flat {
  const [decision, ...comment] = line.trim().split(/\s+/);
  return { decision, ...(comment.length > 0 && { comment: comment.join(" ") }) };
}

/** What is meant where a person says nothing of it. */
const standards: ReadonlyMap<string, (given: Flat, present: Present) => Flat> = new Map<
  OperationId,
  (given: Flat, present: Present) => Flat
>([
  [
    "createCapture",
    (given) => {
      refuseContent(given);
      return given["source"] === undefined ? { type: "note" } : {};
    },
  ],
  [
    "getCalendar",
    ({ from }, present) => {
      const first = typeof from === "string" ? from : dayLater(present, 0);
      return { from: first, to: dayLater(present, 6, first), timezone: present.timezone };
    },
  ],
]);

/** Whether the operation can be asked without that field. */
export function isFilledIn({ id }: Operation, name: string): boolean {
  return name === "workspaceId" || Object.hasOwn(standards.get(id)?.({}, epoch) ?? {}, name);
}

const epoch: Present = { timezone: "UTC", now: () => 0 };

/** The parameters and the body, as one flat object. */
export async function inputOf(
  asking: Asking,
  { record, fields, words }: Spoken,
  given: readonly (string | readonly string[])[],
  options: Readonly<Record<string, unknown>>,
): Promise<Flat> {
  const ids = pathParameters(record.path);
  const path = await idsInPath(asking, record, given as readonly string[]);
  const said = words === null ? "" : ((given[ids.length] ?? []) as readonly string[]).join(" ");
  const reading = said === "" ? undefined : readings.get(record.id);
  const flags = await flagsFor(asking, fields, options);
  const spoken = reading === undefined ? wordsFor(words, said, asking.io) : await reading.read(asking, said);
  const whole = await wholeBody(asking.io, record, { text: options["body"], path: given[ids.length] });
  const input = { ...whole, ...spoken, ...flags };
  return { ...standards.get(record.id)?.(input, asking.io), ...input, ...path };
}

function wordsFor(field: Field | null, said: string, io: Io): Flat {
  return field === null || said === "" ? {} : { [field.name]: readField(field, said, io) };
}

async function flagsFor(
  asking: Asking,
  fields: readonly Field[],
  options: Readonly<Record<string, unknown>>,
): Promise<Flat> {
  const workspaceId = asking.connection.profile?.workspaceId ?? undefined;
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const given = options[camel(field.flag)];
    if (given !== undefined) values[field.name] = await idsFor(asking, field.name, readField(field, given, asking.io));
    // Key management names its workspace: the one of the profile, unless another is given.
    else if (field.name === "workspaceId" && field.isRequired && workspaceId !== undefined)
      values[field.name] = workspaceId;
  }
  return values;
}
