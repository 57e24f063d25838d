/** Answers held against a served OpenAPI document, more strictly than clients may: a field too many fails as one too few does. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";

type Json = Readonly<Record<string, unknown>>;

/** Header values by name, in any case. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Throws a readable error when the document does not describe the answer. The operation is an id, or a method and a path, as a
 * template or as it was sent (`PATCH /api/v1/todos/0195…?x=y`). Headers are checked when they are given.
 */
export type ResponseValidator = (operation: string, status: number, body: unknown, headers?: AnswerHeaders) => void;

interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
}

/** A validator of the answers that a document describes. */
export function responseValidator(document: unknown): ResponseValidator {
  const root = document as Json;
  const ajv = ajvFor(root);
  const compiled = new Map<string, ValidateFunction>();
  const described = describedBy(root);
  return (name, status, body, headers) => {
    const found = find(root, described, name);
    const response = resolve(root, (found.operation["responses"] as Record<string, Json>)[String(status)]);
    if (response === undefined) throw new Error(`${name}: ${status} is not documented. Answer: ${show(body)}`);
    if (headers !== undefined) checkHeaders(root, `${name} ${status}`, response, headers);
    const ref = schemaRefOf(response);
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: `openapi${ref}` });
    compiled.set(ref, validate);
    if (!validate(body)) throw new Error(`${name} ${status}: ${faults(validate)}\nAnswer: ${show(body)}`);
  };
}

/** A validator of values against the named schemas of a document; answers what is wrong, null when nothing is. */
export function schemaValidator(document: unknown): (name: string, value: unknown) => string | null {
  const ajv = ajvFor(document as Json);
  return (name, value) => {
    const validate = ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
    return validate(value) ? null : faults(validate);
  };
}

function ajvFor(root: Json): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, validateSchema: true });
  formats.default(ajv);
  ajv.addVocabulary(["discriminator", "components"]);
  const { schemas } = root["components"] as { schemas: Record<string, Json> };
  ajv.addSchema({ $id: "openapi", components: { schemas: close(schemas) } });
  return ajv;
}

/** Objects take no field that is not described, unless they say that they do. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, key === "examples" || key === "enum" ? child : close(child)]),
  );
  const open = copy["type"] === "object" && typeof copy["properties"] === "object" && !("additionalProperties" in copy);
  return open ? { ...copy, additionalProperties: false } : copy;
}

function describedBy(root: Json): Described[] {
  return Object.entries(root["paths"] as Record<string, Record<string, Json>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function find(root: Json, described: readonly Described[], name: string): Described {
  const [method = "", target = ""] = name.split(" ");
  const path = relativePath(root, target);
  const candidates = described.filter((each) => each.method === (method === "HEAD" ? "GET" : method));
  const found =
    described.find(({ operation }) => operation["operationId"] === name) ??
    candidates.find((each) => each.path === path) ??
    candidates.find((each) => pattern(each.path).test(path));
  if (found === undefined) throw new Error(`${name} is not described.`);
  return found;
}

function relativePath(root: Json, target: string): string {
  const [server] = root["servers"] as { url: string }[];
  const base = new URL(server?.url ?? "http://localhost").pathname;
  const path = target.split("?", 1)[0] as string;
  return path.startsWith(`${base}/`) ? path.slice(base.length) : path;
}

function pattern(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

function schemaRefOf(response: Json): string {
  const content = response["content"] as Record<string, { schema: { $ref: string } }>;
  return content["application/json"]?.schema.$ref ?? "";
}

const ours = ["idempotency-replayed", "ratelimit-policy", "ratelimit", "retry-after"];

function checkHeaders(root: Json, name: string, response: Json, headers: AnswerHeaders): void {
  const given = new Set(Object.keys(headers).map((header) => header.toLowerCase()));
  const documented = Object.entries((response["headers"] ?? {}) as Record<string, Json>);
  for (const [header, description] of documented) {
    if (resolve(root, description)?.["required"] !== true || given.has(header.toLowerCase())) continue;
    throw new Error(`${name}: the header ${header} is missing.`);
  }
  const known = new Set(documented.map(([header]) => header.toLowerCase()));
  const undocumented = ours.find((header) => given.has(header) && !known.has(header));
  if (undocumented !== undefined) throw new Error(`${name}: the header ${undocumented} is not documented.`);
}

function resolve(root: Json, value: Json | undefined): Json | undefined {
  const ref = value?.["$ref"];
  if (typeof ref !== "string") return value;
  return ref
    .slice(2)
    .split("/")
    .reduce((at, key) => at[key] as Json, root);
}

function faults({ errors }: ValidateFunction): string {
  return (errors ?? [])
    .map(({ instancePath, message, params }) => `${instancePath || "the body"} ${message} ${JSON.stringify(params)}`)
    .join("; ");
}

function show(body: unknown): string {
  const text = JSON.stringify(body) ?? "nothing";
  return text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
}
