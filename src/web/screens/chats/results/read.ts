/** What the answer of a tool holds, read from its text: records, an error, values, or words. */

export type Fields = Readonly<Record<string, unknown>>;

export type Result =
  | { readonly kind: "error"; readonly text: string }
  /** `total`: as many as there are, null where that is not known; then `hasMore` says whether there are more. */
  | {
      readonly kind: "records";
      readonly records: readonly Fields[];
      readonly total: number | null;
      readonly hasMore: boolean;
    }
  | { readonly kind: "record"; readonly record: Fields }
  | { readonly kind: "values"; readonly value: Fields | readonly unknown[]; readonly isCut: boolean }
  | { readonly kind: "text"; readonly text: string; readonly isCut: boolean };

/** The answer of a tool of the workspace, of the web or of an outside server. */
export function readResult(content: string): Result {
  const value = parsed(content);
  if (!isFields(value)) return wordsOrValues(content, false);
  const { error, from, text, data, cut } = value;
  if (isFields(error)) return { kind: "error", text: textIn(error, "message") ?? content };
  if (typeof error === "string") return { kind: "error", text: error };
  if (typeof text === "string" && ("from" in value ? typeof from === "string" : "length" in value))
    return wordsOrValues(text, cut !== undefined || "next" in value);
  if (Array.isArray(data)) return recordsIn(value, data);
  if (typeof value["object"] === "string") return { kind: "record", record: value };
  return { kind: "values", value, isCut: false };
}

function recordsIn(list: Fields, data: readonly unknown[]): Result {
  const hasMore = list["hasMore"] === true;
  const { totalCount } = list;
  const total = typeof totalCount === "number" ? totalCount : hasMore ? null : data.length;
  return { kind: "records", records: data.filter(isFields), total, hasMore };
}

/** Outside servers answer with words, or with words that hold JSON. */
function wordsOrValues(text: string, isCut: boolean): Result {
  const value = parsed(text);
  if (isFields(value) || Array.isArray(value)) return { kind: "values", value, isCut };
  return { kind: "text", text, isCut };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The field as words; null where it holds none. What a list shows of a long text ends with how much was left out. */
export function textIn(record: Fields, name: string): string | null {
  const value = record[name];
  return typeof value === "string" && value !== "" ? value.replace(/… \[cut: [^\]]*\]$/, "…") : null;
}

export function numberIn(record: Fields, name: string): number | null {
  const value = record[name];
  return typeof value === "number" ? value : null;
}
