/** Answers of tools. A refusal is a result that a model can act on; protocol errors are for faults of the protocol. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { errorCatalogue } from "../../schema/errors.ts";
import { isRecord } from "../../schema/common.ts";
import { advice } from "../docs/errors.ts";
import { refusalOf } from "../http/message.ts";
import { errorFields } from "../respond.ts";
import type { McpExchange } from "./exchange.ts";

/** An answer as text, and as data. */
export interface Success extends CallToolResult {
  readonly content: [{ readonly type: "text"; readonly text: string }];
}

/** The body of an answer, as data and as text; `fields` leaves of each resource those, its id and its type. */
export function success(body: unknown, fields: readonly string[] | undefined, meta: CallToolResult["_meta"]): Success {
  const structuredContent = (fields === undefined ? body : shrink(body, [...fields, "object", "id"])) as Record<
    string,
    unknown
  >;
  return {
    content: [{ type: "text", text: JSON.stringify(structuredContent) }],
    structuredContent,
    ...(meta !== undefined && { _meta: meta }),
  };
}

function shrink(body: unknown, fields: readonly string[]): unknown {
  if (!isRecord(body)) return body;
  const { data } = body;
  if (Array.isArray(data)) return { ...body, data: data.map((item) => shrink(item, fields)) };
  return Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));
}

/** What was wrong, what was expected, what to do: the error body of the service and the advice for its type. */
export function failure(exchange: McpExchange, error: unknown): CallToolResult {
  return { isError: true, content: [{ type: "text", text: JSON.stringify({ error: describe(exchange, error) }) }] };
}

/** The fields of an error for a model. An unknown failure says nothing of itself: details stand in the log. */
export function describe(exchange: McpExchange, error: unknown) {
  const { request, pipeline, onFailure } = exchange;
  const known = refusalOf(error, request);
  if (known.status >= 500) onFailure(error, request);
  const wait = known.headers["Retry-After"];
  return {
    ...errorFields(known, { requestId: request.requestId, publicUrl: pipeline.services.publicUrl }),
    advice: advice[errorCatalogue[known.code].type].text,
    ...(wait !== undefined && { retryAfterSeconds: Number(wait) }),
  };
}
