/** JSON that goes with a value: made once for all answers that the value stands in. */

/** JSON, and its length in bytes of UTF-8 where that is at hand. */
export interface Json {
  readonly text: string;
  readonly bytes: number | null;
}

const json = Symbol("json");
const utf8 = new TextEncoder();
const beyondAscii = /[\u0080-\uffff]/;

/** The value with its JSON, which nobody can change any more. A copy of it, by spreading or sent to another thread, has none. */
export function withJson<T extends object>(value: T): T {
  const text = JSON.stringify(value);
  const own: Json = { text, bytes: bytesOf(text) };
  Object.defineProperty(value, json, { value: own });
  return Object.freeze(value);
}

/** What `JSON.stringify` answers for the body of an answer; the items of a page may have their JSON with them. */
export function toJson(body: unknown): Json {
  const own = jsonOf(body);
  if (own !== undefined) return own;
  const data = (body as { readonly data?: unknown } | null)?.data;
  if (Array.isArray(data) && data.some(jsonOf)) return pageJson(body as object, itemsJson(data));
  return { text: JSON.stringify(body), bytes: null };
}

function pageJson(page: object, data: Json): Json {
  let text = "";
  let rest = "";
  for (const [name, value] of Object.entries(page)) {
    const field = name === "data" ? data.text : JSON.stringify(value);
    if (field === undefined) continue;
    const begin = `${text === "" ? "{" : ","}${JSON.stringify(name)}:`;
    text += begin + field;
    rest += name === "data" ? begin : begin + field;
  }
  return { text: `${text}}`, bytes: data.bytes === null ? null : data.bytes + bytesOf(rest) + 1 };
}

/**
 * The texts are added, and nothing looks at the whole, not even for its length: V8 puts it together in one piece only when it
 * is sent, after the head of the answer. Each time that this was done before, a copy was left behind.
 */
function itemsJson(items: readonly unknown[]): Json {
  let text = "";
  let bytes: number | null = items.length + 1;
  for (const item of items) {
    const own = jsonOf(item);
    text += (text === "" ? "[" : ",") + (own?.text ?? JSON.stringify(item));
    bytes = bytes === null || own === undefined ? null : bytes + (own.bytes as number);
  }
  return { text: `${text}]`, bytes };
}

function bytesOf(text: string): number {
  return beyondAscii.test(text) ? utf8.encode(text).length : text.length;
}

function jsonOf(value: unknown): Json | undefined {
  return (value as { readonly [json]?: Json } | null | undefined)?.[json];
}
