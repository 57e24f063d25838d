/** The options of a command, folded from the parameters and the body of its operation. */
import { type GenericSchema, getExamples } from "valibot";
import { isRecord } from "../../schema/common.ts";
import { jsonSchemaOf } from "../../schema/json-schema.ts";
import type { Operation } from "../../schema/operation.ts";
import { usage } from "../ports/failure.ts";
import { howToWrite, type JsonShape } from "./json-flags.ts";
import { type Present, spokenDay, spokenInstant } from "./spoken-days.ts";
import { scheduleOfWords } from "./spoken-repeat.ts";

export interface Field {
  /** As the interface calls it. */
  readonly name: string;
  /** `dueDate` → `--due-date`. */
  readonly flag: string;
  readonly location: "query" | "body";
  readonly kind: "boolean" | "number" | "day" | "moment" | "text" | "texts" | "json";
  readonly choices: readonly string[];
  readonly isRequired: boolean;
  /** Takes `null`. */
  readonly isNullable: boolean;
  /** What the service takes it for when it is left out, where that is worth a word: `false` is not. */
  readonly standard: string | number | null;
  /** What stands for the value in the help: `<id>`. */
  readonly placeholder: string;
  /** For people who type flags: other fields are named by theirs. */
  readonly description: string;
  /** An example of what takes more than a word, with what else may be said; null for what a word is enough for. */
  readonly example: string | null;
}

interface Shape extends JsonShape {
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly description?: string;
  readonly default?: string | number | false;
}

/** The fields of an operation, those of the query first. */
export function fieldsOf({ query, body, bytes }: Operation): Field[] {
  const inBody = bytes === undefined ? (body?.entries ?? {}) : {};
  const examples: readonly unknown[] = body === null ? [] : getExamples(body);
  const [whole = {}] = examples.filter(isRecord);
  const names = new Set([...Object.keys(query.entries), ...Object.keys(inBody)]);
  const of = (location: Field["location"], entries: Readonly<Record<string, GenericSchema>>): Field[] =>
    Object.entries(entries).map(([name, schema]) => fieldOf({ name, location, schema, names, ofBody: whole[name] }));
  return [...of("query", query.entries), ...of("body", inBody)];
}

interface Given extends Pick<Field, "name" | "location"> {
  readonly schema: GenericSchema;
  /** Of all fields of the operation. */
  readonly names: ReadonlySet<string>;
  /** Its value in the example of the body. */
  readonly ofBody: unknown;
}

function fieldOf({ name, location, schema, names, ofBody }: Given): Field {
  const outer = jsonSchemaOf(schema) as Shape;
  const inner = outer.anyOf?.find(({ type }) => type !== "null") ?? outer;
  const item = inner.type === "array" ? inner.items : inner;
  const kind = kindOf(inner);
  const choices = item?.enum ?? (item?.const === undefined ? [] : [item.const]);
  return {
    name,
    // `--url` is where the service is.
    flag: name === "url" ? "server-url" : kebab(name),
    location,
    kind,
    choices,
    isRequired: schema.type !== "optional",
    isNullable: outer.anyOf?.some(({ type }) => type === "null") ?? false,
    standard: outer.default || null,
    placeholder: placeholderOf(name, kind, choices.length > 0 ? "choice" : (formats[item?.format ?? ""] ?? "text")),
    description: inFlags(outer.description ?? inner.description ?? hints[inner.format ?? ""] ?? "", names),
    example: kind === "json" ? howToWrite(name, inner, ofBody) : null,
  };
}

const formats: Readonly<Record<string, string>> = {
  uuid: "id",
  email: "email",
};
const hints: Readonly<Record<string, string>> = {
  uuid: "An id, the beginning of one, a name, or a number of the last list.",
  date: 'Such as friday, "in 2 weeks" or 2026-12-04.',
  "date-time": "Such as yesterday, monday or 2026-11-22T09:00:00Z.",
};

function placeholderOf(name: string, kind: Field["kind"], word: string): string {
  if (name === "assignees") return "<names>";
  if (name === "schedule") return "<words>";
  return {
    boolean: "[true|false]",
    number: "<number>",
    day: "<day>",
    moment: "<time>",
    text: `<${word}>`,
    texts: `<${word}...>`,
    json: "<json>",
  }[kind];
}

/** What the field is about, with an example where a word is not enough. */
export function aboutField({ description, example }: Field): string {
  return [description, example ?? ""].filter((words) => words !== "").join(" ");
}

/** A message of the service with the fields it names as flags: those whose names are no English words, and the one it begins with. */
export function saidInFlags(message: string, fields: readonly Field[], words: Field | null): string {
  return fields.reduce((text, field) => {
    const { name, flag } = field;
    if (/[A-Z]/.test(name)) return text.replaceAll(new RegExp(`(?<![\\w"])${name}(?!\\w)`, "g"), `--${flag}`);
    return field === words ? text : text.replace(new RegExp(`^${name}(?=:| is )`), `--${flag}`);
  }, message);
}

/** The description with the fields it names as flags. */
export function inFlags(description: string, names: ReadonlySet<string>): string {
  return description.replaceAll(/`([^`]*)`/g, (_, word: string) => (names.has(word) ? `--${kebab(word)}` : word));
}

function kindOf({ type, format, items, enum: choices, const: constant }: Shape): Field["kind"] {
  if (format === "date") return "day";
  if (format === "date-time") return "moment";
  if (type === "boolean") return "boolean";
  if (type === "integer" || type === "number") return "number";
  if (type === "array" && items?.type === "string") return "texts";
  return type === "string" || choices !== undefined || constant !== undefined ? "text" : "json";
}

/** `todoListId` → `todo-list-id`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^-/, "");
}

/** The value that a person wrote for a field. Throws when it cannot be one; the service judges the rest. */
export function readField(field: Field, given: unknown, present: Present): unknown {
  if (typeof given === "boolean") return given;
  const texts = (Array.isArray(given) ? given : [given]) as readonly string[];
  const text = texts.at(-1) as string;
  if (text === "null" && field.isNullable) return null;
  if (field.kind === "day" || field.kind === "moment") return readDay(field, text, present);
  if (field.name === "schedule" && !text.trim().startsWith("{")) return scheduleOfWords(field.flag, text, present);
  return readers[field.kind](field, text, texts);
}

/** A day or a moment, as the interface writes it or in words. */
function readDay(field: Field, text: string, present: Present): string {
  const isMoment = field.kind === "moment";
  if (isMoment && /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/i.test(text)) return text;
  const isPast = /since|after/i.test(field.name);
  const read = isMoment ? spokenInstant(text, present, isPast) : spokenDay(text, present, isPast)?.date;
  if (read !== null && read !== undefined) return read;
  const such = isMoment ? "yesterday, monday or 2026-11-22T09:00:00Z" : 'friday, "in 2 weeks" or 2026-12-04';
  throw usage(
    `--${field.flag}: expected a ${isMoment ? "time" : "day"}, such as ${such}; got ${JSON.stringify(text)}.`,
  );
}

const readers: Readonly<
  Record<Exclude<Field["kind"], "day" | "moment">, (field: Field, text: string, texts: readonly string[]) => unknown>
> = {
  text: (_field, text) => text,
  texts: (_field, _text, texts) =>
    texts
      .flatMap((one) => one.split(","))
      .map((one) => one.trim())
      .filter((one) => one !== ""),
  number: readNumber,
  boolean: readBoolean,
  json: readJson,
};

function readNumber({ flag }: Field, text: string): number {
  if (!/^-?\d{1,16}$/.test(text)) throw usage(`--${flag}: expected a whole number, got ${JSON.stringify(text)}.`);
  return Number(text);
}

function readBoolean({ flag }: Field, text: string): boolean {
  if (text !== "true" && text !== "false")
    throw usage(`--${flag}: expected true or false, got ${JSON.stringify(text)}.`);
  return text === "true";
}

function readJson(field: Field, text: string): unknown {
  if (field.name === "assignees" && !text.startsWith("[")) return readers.texts(field, text, [text]);
  try {
    return JSON.parse(text);
  } catch {
    throw usage(`--${field.flag}: expected JSON, got ${JSON.stringify(text)}.`, field.example);
  }
}

/** `change-set` → `changeSet`, as the options are called. */
export function camel(flag: string): string {
  return flag.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
