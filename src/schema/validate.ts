/** Turns what came over a wire into the input of an operation, or throws the first thing wrong with it. */
import * as v from "valibot";
import { ApiError, invalid } from "./errors.ts";
import { uuid } from "./common.ts";
import type { InputSchema } from "./operation.ts";

/** Path parameters, all of them ids; lower-cased. Throws 400 naming the parameter. */
export function validatePath(parameters: Readonly<Record<string, string>>): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const name in parameters) {
    const result = v.safeParse(uuid, parameters[name]);
    if (!result.success) throw invalid(name, `${name}: expected a UUID, got ${show(parameters[name])}.`);
    ids[name] = result.output;
  }
  return ids;
}

/** Query parameters, already coerced. Throws `unknown_parameter` for a name that is not accepted. */
export function validateQuery(schema: InputSchema, query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  for (const name in query) {
    if (!Object.hasOwn(schema.entries, name)) throw unknownParameter(schema, name);
  }
  const result = v.safeParse(schema, query, { abortEarly: true });
  if (result.success) return result.output;
  throw issueError(schema, result.issues[0]);
}

/** A body. Throws 400 `validation_failed` with the dotted path of the first field at fault. */
export function validateBody(schema: InputSchema, body: unknown): unknown {
  if (Array.isArray(body)) throw new ApiError("validation_failed", "Expected a JSON object as body, got an array.");
  const result = v.safeParse(schema, body, { abortEarly: true });
  if (result.success) return result.output;
  throw issueError(schema, result.issues[0]);
}

function unknownParameter(schema: InputSchema, name: string): ApiError {
  const accepted = Object.keys(schema.entries);
  const words = accepted.length === 0 ? "This operation takes none." : `Accepted: ${accepted.join(", ")}.`;
  return new ApiError("unknown_parameter", `Unknown query parameter ${show(name)}. ${words}`, { param: name });
}

function issueError(schema: InputSchema, issue: v.BaseIssue<unknown>): ApiError {
  const path = dottedPath(issue);
  if (path === null)
    return new ApiError("validation_failed", `Expected a JSON object as body, got ${kind(issue.input)}.`);
  if (issue.expected === "never") return invalid(path, unknownField(schema, issue, path));
  if (issue.kind === "schema" && issue.input === undefined)
    return invalid(path, `${path} is required${choicesOf(schema, path)}.`);
  return invalid(path, `${path}: ${sentence(issue, exampleFor(schema, issue) + got(path, issue.input))}`);
}

/** Where words came in place of an object of the body, as for a schedule, an example of one. */
function exampleFor(schema: InputSchema, { type, input, path }: v.BaseIssue<unknown>): string {
  const [field, ...within] = path ?? [];
  if (type !== "strict_object" || typeof input !== "string" || within.length > 0) return "";
  let entry: unknown = schema.entries[String(field?.key)];
  while (typeof entry === "object" && entry !== null && "wrapped" in entry) entry = entry.wrapped;
  const [example] = v.getExamples(entry as v.GenericSchema) as readonly unknown[];
  return example === undefined ? "" : ` such as ${JSON.stringify(example)}`;
}

/** Unknown fields name what is accepted, as far as the place in the body is an object we know (Stripe). */
function unknownField(schema: InputSchema, issue: v.BaseIssue<unknown>, path: string): string {
  const known = (issue.path?.length ?? 0) === 1 ? ` Accepted: ${Object.keys(schema.entries).join(", ")}.` : "";
  return `Unknown field ${show(path)}.${known}`;
}

function dottedPath(issue: v.BaseIssue<unknown>): string | null {
  if (issue.path === undefined) return null;
  let path = "";
  for (const item of issue.path) {
    path += typeof item.key === "number" ? `[${item.key}]` : `${path === "" ? "" : "."}${String(item.key)}`;
  }
  return path;
}

/** What came instead; a secret is not repeated, as answers are logged in more places than requests. */
function got(path: string, input: unknown): string {
  return /password|token/i.test(path) ? "" : `, got ${show(input)}`;
}

function sentence(issue: v.BaseIssue<unknown>, instead: string): string {
  if (!issue.message.startsWith("Invalid ")) {
    return `${issue.message.replace(/\.$/, "")}${instead}.${lostPlus(issue.input)}`;
  }
  const items = countOfItems(issue);
  if (items !== null) return items;
  return `Expected ${wanted(issue)}${instead}.`;
}

const words: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  strict_object: "an object",
  record: "an object",
};

/** What was expected, for a person to read. */
function wanted({ type, expected, ...issue }: v.BaseIssue<unknown>): string {
  if (type === "min_value") return `at least ${String(issue.requirement)}`;
  if (type === "max_value") return `at most ${String(issue.requirement)}`;
  if (type === "picklist") return `one of ${listed(expected)}`;
  return words[type] ?? expected ?? "another value";
}

/** What there is to choose for a field of the body itself. */
function choicesOf(schema: InputSchema, name: string): string {
  const entry = schema.entries[name];
  const isList = entry !== undefined && "item" in entry && entry.type === "array";
  const one = isList ? (entry.item as v.GenericSchema) : entry;
  if (one === undefined || !("options" in one) || one.type !== "picklist") return "";
  return `: ${isList ? "any" : "one"} of ${(one.options as readonly string[]).map(show).join(", ")}`;
}

/** `("a" | "b")`, as valibot writes choices, in words. */
function listed(expected: string | null): string {
  return (expected ?? "").replaceAll(/[()]/g, "").replaceAll(" | ", ", ");
}

/** A plus sign in a query is a blank, so that of an offset is lost there. */
function lostPlus(input: unknown): string {
  return typeof input === "string" && /\d \d\d:\d\d$/.test(input) ? " In a query + is written %2B." : "";
}

/** Too many or too few items of a list; null for any other issue. */
function countOfItems(issue: v.BaseIssue<unknown>): string | null {
  if (!Array.isArray(issue.input) || (issue.type !== "max_length" && issue.type !== "min_length")) return null;
  const bound = issue.type === "max_length" ? "most" : "least";
  return `Expected at ${bound} ${String(issue.requirement)} items, got ${issue.input.length}.`;
}

function kind(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function show(value: unknown): string {
  if (value === undefined || (typeof value === "object" && value !== null)) return kind(value);
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 80 ? `${text.slice(0, 77).toWellFormed()}…` : text;
}
