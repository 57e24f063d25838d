/**
 * The OpenAPI 3.1 document of an interface: a fold over its table of operations, so that a route that exists is described and
 * a described route exists.
 */
import type { Operation } from "../../schema/operation.ts";
import { headerComponents } from "./headers.ts";
import { parameterComponents, parametersOf } from "./parameters.ts";
import { responsesOf } from "./responses.ts";
import { createSchemas, type Schemas } from "./schemas.ts";
import { shareResponses } from "./shared.ts";
import { securityOf, securitySchemesOf } from "./security.ts";
import { tagsOf } from "./tags.ts";
import type { JsonObject } from "../../schema/common.ts";

export interface DocumentOptions {
  readonly title: string;
  /** Version of the interface. */
  readonly version: string;
  readonly description: string;
  /** Base address of the interface, without a slash at its end. */
  readonly serverUrl: string;
  /** Origin in links, without a slash at its end. */
  readonly publicUrl: string;
}

export interface OpenApiDocument {
  readonly openapi: "3.1.1";
  readonly info: JsonObject;
  readonly externalDocs: JsonObject;
  readonly tags: readonly JsonObject[];
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly components: Readonly<
    Record<"schemas" | "responses" | "headers" | "parameters" | "securitySchemes", Readonly<Record<string, JsonObject>>>
  >;
}

/** The document, plain data. Throws for a shape, a set of values, a parameter or a tag that has no name or words. */
export function openApiDocument(table: readonly Operation[], options: DocumentOptions): OpenApiDocument {
  const schemas = createSchemas(table);
  const responses = new Map(table.map((record) => [record, responsesOf(record, schemas)]));
  const shared = shareResponses([...responses.values()]);
  const paths = pathsOf(table, schemas, (record) => shared.share(responses.get(record) as Record<string, JsonObject>));
  const { title, version, description, serverUrl, publicUrl } = options;
  return {
    openapi: "3.1.1",
    info: { title, version, description, contact: { name: "Dayshift", url: publicUrl }, license },
    servers: [{ url: serverUrl }],
    externalDocs: { description: "Reference page, with every error explained", url: `${publicUrl}/docs` },
    tags: tagsOf(new Set(table.map(({ tag }) => tag))),
    paths,
    components: {
      schemas: schemas.usedBy([paths, shared.components]),
      responses: shared.components,
      headers: mentioned(headerComponents, "headers", [paths, shared.components]),
      parameters: mentioned(parameterComponents, "parameters", paths),
      securitySchemes: securitySchemesOf(table.flatMap(securityOf), publicUrl),
    },
  };
}

const license = { name: "Apache 2.0", identifier: "Apache-2.0" };

type Responses = (record: Operation) => JsonObject;

function pathsOf(
  table: readonly Operation[],
  schemas: Schemas,
  responsesFor: Responses,
): Record<string, Record<string, JsonObject>> {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const record of table) {
    const item = (paths[record.path] ??= {});
    item[record.method.toLowerCase()] = operationOf(record, schemas, responsesFor);
  }
  return paths;
}

function operationOf(record: Operation, schemas: Schemas, responsesFor: Responses): JsonObject {
  const parameters = parametersOf(record, schemas.queryOf(record));
  return {
    operationId: record.id,
    tags: [record.tag],
    summary: record.summary,
    description: wordsOf(record),
    security: securityOf(record),
    ...(record.auth.includes(":") ? { "x-required-scope": record.auth } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(record, schemas),
    responses: responsesFor(record),
  };
}

/** A body of which every field may be left out may be left out itself; but nothing is made out of nothing. */
function requestBodyOf({ body, bytes, success }: Operation, schemas: Schemas): JsonObject {
  if (bytes !== undefined)
    return { requestBody: { required: true, content: Object.fromEntries(bytes.types.map((type) => [type, {}])) } };
  if (body === null) return {};
  const required = success.status === 201 || Object.values(body.entries).some(({ type }) => type !== "optional");
  return { requestBody: { required, content: { "application/json": { schema: schemas.refTo(body) } } } };
}

function wordsOf({ auth, description, sensitive, startsAgentWork }: Operation): string {
  const sentences = [description];
  if (auth.includes(":")) sentences.push(`Needs the scope \`${auth}\`.`);
  if (startsAgentWork) sentences.push("Agent work spends minutes.");
  if (sensitive) sentences.push("The answer is sensitive: do not log it.");
  return sentences.join(" ");
}

function mentioned(
  all: Readonly<Record<string, JsonObject>>,
  kind: string,
  within: unknown,
): Record<string, JsonObject> {
  const text = JSON.stringify(within);
  return Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
}
