/**
 * The client's types as one text, out of the OpenAPI documents: a type for each component, a method for each operation. The package
 * of the client needs no dependency for them.
 */
import type { OpenApiDocument } from "../../src/gateway/openapi/document.ts";

type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** The text of `index.d.ts`; the types that no operation names come from `options.d.ts` and `errors.d.ts`. */
export function clientTypes(documents: readonly OpenApiDocument[]): string {
  const schemas = Object.assign({}, ...documents.map(({ components }) => components.schemas)) as Record<string, Schema>;
  const operations = documents.flatMap(({ paths }) =>
    Object.values(paths).flatMap((methods) => Object.values(methods) as unknown as DescribedOperation[]),
  );
  const names = (one: DescribedOperation) => parametersOf(one).map(({ name }) => name);
  const paged = operations.filter((one) => ["limit", "cursor"].every((name) => names(one).includes(name)));
  const types = Object.entries(schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};`);
  return `${head}
${types.join("\n\n")}

export interface Client {
${operations.map((one) => method(one, schemas, `Promise<${answerOf(one)}>`)).join("\n")}
  /** Every item of every page, asked for as the loop goes on. */
  readonly each: {
${paged.map((one) => method(one, schemas, `AsyncGenerator<${answerOf(one)}["data"][number], void, void>`)).join("\n")}
  };
  /** Asks about once a second until the turn has ended or waits for a person. */
  waitForChat(chatId: string, options?: WaitOptions): Promise<Waited>;
}
`;
}

const head = `import type { CallOptions, ClientOptions, Text, WaitOptions } from "./src/client/options.js";

export { DayshiftError } from "./src/client/errors.js";
export type { CallOptions, ClientOptions, Text, WaitOptions };

/** A client of the service at \`url\`. Its methods reject with DayshiftError, or with fetch's error when no answer came. */
export declare function createClient(options: ClientOptions): Client;

/** A chat that no agent works on now, and its messages. */
export interface Waited {
  readonly chat: Chat;
  readonly messages: readonly Message[];
}
`;

function method(one: DescribedOperation, schemas: Readonly<Record<string, Schema>>, answer: string): string {
  const own = parametersOf(one);
  const body = one.requestBody?.content["application/json"]?.schema;
  const fields = own.map((parameter) =>
    field(parameter.name, parameter.schema, parameter.required === true, parameter.description),
  );
  // A body that is no JSON is a file.
  const isFile = one.requestBody !== undefined && body === undefined;
  const sent = isFile ? "{ bytes: Blob | Uint8Array; contentType?: string }" : body === undefined ? [] : typeOf(body);
  const parts = [fields.length === 0 ? [] : `{ ${fields.join(" ")} }`, sent].flat();
  const isRequired =
    isFile || own.some(({ required }) => required === true) || (body !== undefined && hasRequired(body, schemas));
  const input = parts.length === 0 ? "Record<string, never>" : parts.join(" & ");
  return `  /** ${one.summary}. */\n  ${one.operationId}(input${isRequired ? "" : "?"}: ${input}, options?: CallOptions): ${answer};`;
}

/** Parameters of path and query; headers are the client's own matter. */
function parametersOf({ parameters = [] }: DescribedOperation): readonly Parameter[] {
  return parameters.filter((one): one is Parameter => "in" in one && one.in !== "header");
}

/** Whether a body has a field that must be there. */
function hasRequired(schema: Schema, schemas: Readonly<Record<string, Schema>>): boolean {
  const named = nameOf(schema);
  const meant = named === null ? schema : (schemas[named] ?? {});
  return ((meant["required"] as readonly string[] | undefined) ?? []).length > 0;
}

function answerOf({ responses }: DescribedOperation): string {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const schema = success?.content?.["application/json"]?.schema;
  return schema === undefined ? "Text" : typeOf(schema);
}

/** The TypeScript type of a JSON Schema of ours. */
function typeOf(schema: Schema): string {
  const named = nameOf(schema);
  if (named !== null) return named;
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  const options = (schema["anyOf"] ?? schema["oneOf"]) as readonly Schema[] | undefined;
  if (options !== undefined) return options.map(typeOf).join(" | ");
  const { type } = schema;
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(" | ");
  if (type === "object") return objectType(schema);
  if (type === "array") return `(${typeOf((schema["items"] as Schema | undefined) ?? {})})[]`;
  return simpleTypes[String(type)] ?? "unknown";
}

const simpleTypes: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

function objectType(schema: Schema): string {
  const properties = Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, Schema>>);
  const required = new Set((schema["required"] ?? []) as readonly string[]);
  const fields = properties.map(([name, one]) => field(name, one, required.has(name), one["description"]));
  const others = schema["additionalProperties"];
  if (typeof others === "object")
    fields.push(`[name: string]: ${fields.length > 0 ? "unknown" : typeOf(others as Schema)};`);
  return `{ ${fields.join(" ")} }`;
}

function field(name: string, schema: Schema, isRequired: boolean, description: unknown): string {
  const words = typeof description === "string" ? `/** ${description.replaceAll("*/", "* /")} */ ` : "";
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
  return `${words}${key}${isRequired ? "" : "?"}: ${typeOf(schema)}${isRequired ? "" : " | undefined"};`;
}

/** The name of the component that a schema refers to. */
function nameOf(schema: Schema): string | null {
  const { $ref } = schema;
  return typeof $ref === "string" ? $ref.slice($ref.lastIndexOf("/") + 1) : null;
}
