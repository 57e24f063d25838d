/**
 * The result of a call as the model reads it: JSON of at most about 16,000 characters. Lists show their records in short, long texts
 * their beginning, with the call of `read_more` that gives the next part.
 */
import { isRecord } from "../../schema/common.ts";

/** Characters of a result, and of a part of a text. */
const resultLimit = 16_000;
/** Characters of a text in a record of a list. */
const listedText = 300;

/** The fields of records in a list; those that are null, false or empty are left out, and more are shown when asked for. */
const inShort: Readonly<Record<string, readonly string[]>> = {
  todo: [
    "object",
    "id",
    "title",
    "status",
    "priority",
    "dueDate",
    "todoListId",
    "nextRunAt",
    "isArchived",
    "isSuggested",
  ],
  capture: ["object", "id", "title", "subtitle", "type", "status", "tags", "createdAt", "isArchived"],
  agent: ["object", "id", "name", "description", "requiresApproval", "isArchived"],
  chat: ["object", "id", "title", "subtitle", "status", "agentId", "todoId", "lastMessageAt", "isArchived"],
};

/** Where the texts of a record can be read on: the tool, and the id that it takes. */
export interface Source {
  readonly tool: string;
  readonly id: string;
}

/** The text of a result; `fields` are shown of listed records in addition, `source` is null where nothing can be read on. */
export function resultText(body: unknown, source: Source | null = null, fields: readonly string[] = []): string {
  const shown = isList(body) ? { ...body, data: body.data.map((record) => short(record, fields)) } : body;
  const whole = JSON.stringify(shown) ?? "null";
  if (whole.length <= resultLimit) return whole;
  if (isList(shown)) return shortList(shown);
  for (const limit of [12_000, 6000, 2000, 500]) {
    const text = JSON.stringify(beginnings(shown, limit, source, ""));
    if (text.length <= resultLimit) return text;
  }
  return JSON.stringify({ cut: whole.slice(0, resultLimit / 2).toWellFormed() });
}

/** The part of a text in an answer that begins at `from`; null when there is no such text, or it ends before. */
export function partOf(body: unknown, path: readonly string[], from: number): string | null {
  let value = body;
  for (const name of path) value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  if (typeof value !== "string" || from >= value.length) return null;
  const end = Math.min(value.length, from + resultLimit);
  const rest = end < value.length ? { next: end } : {};
  return JSON.stringify({ text: value.slice(from, end).toWellFormed(), length: value.length, ...rest });
}

interface List {
  readonly data: readonly unknown[];
}

function isList(body: unknown): body is List & Readonly<Record<string, unknown>> {
  return isRecord(body) && Array.isArray(body["data"]);
}

function short(record: unknown, fields: readonly string[]): unknown {
  const names = isRecord(record) ? inShort[String(record["object"])] : undefined;
  if (names === undefined || !isRecord(record)) return record;
  const entries = [...new Set([...names, ...fields])].flatMap((name): [string, unknown][] => {
    const value = Object.hasOwn(record, name) ? record[name] : null;
    return isEmpty(value) ? [] : [[name, cut(value)]];
  });
  return Object.fromEntries(named(record, entries));
}

/** A todo without a title is known by its content. */
function named(record: Readonly<Record<string, unknown>>, entries: [string, unknown][]): [string, unknown][] {
  const isNamed = record["object"] !== "todo" || !isEmpty(record["title"]) || isEmpty(record["content"]);
  return isNamed ? entries : [...entries, ["content", cut(record["content"])]];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}

/** As many of the first records as fit, a tenth fewer with each try. */
function shortList(list: List & Readonly<Record<string, unknown>>): string {
  const { data } = list;
  for (let count = data.length; count > 0; count = Math.floor(count * 0.9)) {
    const note = `Only the first ${count} of ${data.length} of this page are shown: ask for fewer with limit or a filter.`;
    const part = {
      ...list,
      data: data.slice(0, count),
      ...(count < data.length && { hasMore: true, nextCursor: null, note }),
    };
    const text = JSON.stringify(part, (_key, value: unknown) => cut(value));
    if (text.length <= resultLimit) return text;
  }
  return JSON.stringify({ ...list, data: [], note: "The records are too long to show: read one at a time." });
}

function cut(value: unknown): unknown {
  if (typeof value !== "string" || value.length <= listedText) return value;
  return `${value.slice(0, listedText).toWellFormed()}… [cut: ${value.length} characters]`;
}

/** The value with the beginnings of its long texts, each with the way to its rest. */
function beginnings(value: unknown, limit: number, source: Source | null, path: string): unknown {
  if (typeof value === "string") return value.length <= limit ? value : beginning(value, limit, source, path);
  if (Array.isArray(value)) return value.map((each) => beginnings(each, limit, null, ""));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => {
    const inside = path === "" ? name : `${path}.${name}`;
    return [name, beginnings(each, limit, source, inside)] as const;
  });
  return Object.fromEntries(entries);
}

function beginning(text: string, limit: number, source: Source | null, path: string): string {
  const rest =
    source === null ? "" : `; read_more with of "${source.tool}/${source.id}/${path}" and from ${limit} has the rest`;
  return `${text.slice(0, limit).toWellFormed()}… [cut: ${limit} of ${text.length} characters${rest}]`;
}
