/** JSON that goes with a value: made once for all answers that the value stands in. */

const json = Symbol("json");

/** The value with its JSON, which nobody can change any more. A copy of it, by spreading or sent to another thread, has none. */
export function withJson<T extends object>(value: T): T {
  Object.defineProperty(value, json, { value: JSON.stringify(value) });
  return Object.freeze(value);
}

/** What `JSON.stringify` answers for the body of an answer; the items of a page may have their JSON with them. */
export function toJson(body: unknown): string {
  const own = jsonOf(body);
  if (own !== undefined) return own;
  const data = (body as { readonly data?: unknown } | null)?.data;
  if (!Array.isArray(data) || data.every((item) => jsonOf(item) === undefined)) return JSON.stringify(body);
  const fields = Object.entries(body as object).flatMap(([name, value]) => {
    const text = value === data ? itemsJson(data) : JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${fields.join(",")}}`;
}

function itemsJson(items: readonly unknown[]): string {
  return `[${items.map((item) => jsonOf(item) ?? JSON.stringify(item)).join(",")}]`;
}

function jsonOf(value: unknown): string | undefined {
  return (value as { readonly [json]?: string } | null | undefined)?.[json];
}
