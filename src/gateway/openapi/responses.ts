/** Answers of an operation: its success, and its refusals by status with the codes that each may carry. */
import { components } from "../../schema/components.ts";
import { type ErrorCode, errorCatalogue } from "../../schema/errors.ts";
import { errorsOf, type Operation } from "../../schema/operation.ts";
import { errorExample } from "./examples/examples.ts";
import { errorHeaders, successHeaders } from "./headers.ts";
import type { Schemas } from "./schemas.ts";
import type { JsonObject } from "../../schema/common.ts";

const successWords = { 200: "Done.", 201: "Created.", 202: "Begun; the work goes on." } as const;

/** The responses object of an operation, in the order of their statuses. */
export function responsesOf(record: Operation, schemas: Schemas): Record<string, JsonObject> {
  const { status, schema, texts } = record.success;
  const success = {
    description: successWords[status],
    headers: successHeaders(record),
    content: texts === undefined ? json(schemas.refTo(schema)) : Object.fromEntries(texts.map((type) => [type, text])),
  };
  return Object.fromEntries([[String(status), success], ...refusals(record, schemas)]);
}

function refusals(record: Operation, schemas: Schemas): [string, JsonObject][] {
  const byStatus = Map.groupBy(errorsOf(record), (code) => errorCatalogue[code].status);
  const schema = schemas.refTo(components.Error);
  return [...byStatus]
    .sort(([left], [right]) => left - right)
    .map(([status, codes]) => [
      String(status),
      {
        description: codes.map(wordsOf).join("\n"),
        headers: errorHeaders(record, status),
        content: { "application/json": { schema, example: errorExample(codes[0] as ErrorCode) } },
      },
    ]);
}

const text = { schema: { type: "string" } };

function wordsOf(code: ErrorCode): string {
  return `- \`${code}\`: ${errorCatalogue[code].description}`;
}

function json(schema: JsonObject): JsonObject {
  return { "application/json": { schema } };
}
