/** An operation and its flat input as a request. */
import { type Operation, pathParameters } from "../schema/operation.ts";
import { appTable } from "../schema/operations/index.ts";

export type Flat = Readonly<Record<string, unknown>>;

export interface Wire {
  /** Path and query, from the origin on. */
  readonly address: string;
  readonly method: Operation["method"];
  /** JSON, or bytes; undefined when the operation takes no body. */
  readonly body: string | Blob | Uint8Array<ArrayBuffer> | undefined;
  readonly contentType: string;
}

const apps = new Set<Operation>(appTable);

/** Throws TypeError for a missing id. A name that the operation does not know goes along, so that the service refuses it. */
export function toWire(record: Operation, input: Flat): Wire {
  const { path, query, body } = split(record, input);
  const address = record.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(idOf(record, path, name)));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return {
    address: `${apps.has(record) ? "/app/v1" : "/api/v1"}${address}${search === "" ? "" : `?${search}`}`,
    method: record.method,
    ...bodyOf(record, body),
  };
}

/** Bytes as they are, under the type that is said of them. */
function bodyOf(record: Operation, body: Flat): Pick<Wire, "body" | "contentType"> {
  const json = "application/json";
  if (record.body === null) return { body: undefined, contentType: json };
  if (record.bytes === undefined) return { body: JSON.stringify(body), contentType: json };
  const { bytes } = body;
  const given = typeof body["contentType"] === "string" ? body["contentType"] : null;
  if (bytes instanceof Blob) return { body: bytes, contentType: given ?? bytes.type };
  if (bytes instanceof Uint8Array) return { body: new Uint8Array(bytes), contentType: given ?? "" };
  throw new TypeError(`${record.id} needs bytes: expected a Blob or a Uint8Array.`);
}

function split(record: Operation, input: Flat): { readonly path: Flat; readonly query: Flat; readonly body: Flat } {
  const inPath = new Set(pathParameters(record.path));
  const takesBody = record.body !== null;
  const entries = Object.entries(input);
  const isQuery = (name: string) => !inPath.has(name) && (!takesBody || Object.hasOwn(record.query.entries, name));
  return {
    path: Object.fromEntries(entries.filter(([name]) => inPath.has(name))),
    query: Object.fromEntries(entries.filter(([name]) => isQuery(name))),
    body: Object.fromEntries(entries.filter(([name]) => !inPath.has(name) && !isQuery(name))),
  };
}

function idOf(record: Operation, path: Flat, name: string): string {
  const id = path[name];
  if (typeof id === "string" && id !== "") return id;
  throw new TypeError(`${record.id} needs ${name}: expected an id, got ${JSON.stringify(id) ?? "nothing"}.`);
}
