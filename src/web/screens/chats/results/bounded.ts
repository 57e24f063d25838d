/** Values of any shape, cut down to what people read of them: bounded in number, length and depth. */
import { momentInWords } from "../../../parts/due.tsx";
import { labelOf } from "../../../parts/value-words.ts";
import { words } from "../../../words/index.ts";

/** What is shown of a whole, of a list, of a text and of a name; how deep. */
const limits = { values: 40, list: 5, text: 300, name: 60, depth: 2 } as const;

/** A value cut down to what is shown of it. */
export type Shown = string | readonly Shown[] | { readonly fields: readonly (readonly [string, Shown])[] };

interface Bounded {
  readonly shown: Shown;
  /** Whether anything was left out. */
  readonly isCut: boolean;
}

type Scalar = string | number | boolean | null;
type Json = Scalar | readonly Json[] | { readonly [name: string]: Json };

/** As much of the value as is shown. */
export function boundedValue(value: unknown): Bounded {
  const left = { values: limits.values as number, isCut: false };
  const shown = shorten(value as Json, 0, left);
  return { shown, isCut: left.isCut };
}

interface Left {
  values: number;
  isCut: boolean;
}

function shorten(value: Json, depth: number, left: Left): Shown {
  if (isScalar(value)) {
    left.values -= 1;
    return scalarInWords(value, left);
  }
  const entries = Object.entries<Json>(value as Readonly<Record<string, Json>>);
  if (entries.length === 0) return words.nothing;
  const values = entries.map(([, one]) => one);
  if (values.every(isScalar) && (depth >= limits.depth || Array.isArray(value)))
    return shortenInLine(Array.isArray(value) ? values.map((one) => ["", one]) : entries, left);
  if (depth > limits.depth) {
    left.isCut = true;
    return words.answer.counts.other(entries.length);
  }
  return Array.isArray(value) ? shortenList(values, depth, left) : shortenFields(entries, depth, left);
}

/** JSON has no others. */
function isScalar(value: Json): value is Scalar {
  return typeof value !== "object" || value === null;
}

/** Values in one line, with their names where they have any. */
function shortenInLine(entries: readonly (readonly [string, Json])[], left: Left): string {
  const some = entries.slice(0, Math.max(1, left.values));
  left.values -= some.length;
  const shown = some.map(([name, one]) => {
    const text = scalarInWords(one as Scalar, left);
    return name === "" ? text : words.fieldIs(nameOf(name), text);
  });
  return [...shown, ...others(entries.length - some.length, left)].join(", ");
}

function shortenList(list: readonly Json[], depth: number, left: Left): Shown {
  const shown: Shown[] = [];
  for (const one of list.slice(0, limits.list)) if (left.values > 0) shown.push(shorten(one, depth + 1, left));
  return [...shown, ...others(list.length - shown.length, left)];
}

function shortenFields(entries: readonly (readonly [string, Json])[], depth: number, left: Left): Shown {
  const fields: [string, Shown][] = [];
  for (const [name, value] of entries)
    if (left.values > 0) fields.push([nameOf(name), shorten(value, depth + 1, left)]);
  const rest = others(entries.length - fields.length, left);
  return { fields: [...fields, ...rest.map((more): [string, Shown] => ["", more])] };
}

/** That so many were left out; nothing of none. */
function others(number: number, left: Left): string[] {
  if (number === 0) return [];
  left.isCut = true;
  return [words.answer.others(number)];
}

function nameOf(name: string): string {
  return labelOf(name).slice(0, limits.name);
}

function scalarInWords(value: Scalar, left: Left): string {
  if (value === null || value === "") return words.nothing;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(Date.parse(text)))
    return momentInWords(text);
  if (text.length <= limits.text) return text;
  left.isCut = true;
  return `${text.slice(0, limits.text).trimEnd()}…`;
}
