/** One POST to MCP, as everything that answers its messages sees it. Nothing of it outlives the request. */
import type { ApiError } from "../../schema/errors.ts";
import { isRecord } from "../../schema/common.ts";
import type { Principal } from "../directory/context/principal.ts";
import type { HttpRequest, RequestName } from "../http/message.ts";
import type { Pipeline } from "../pipeline.ts";
import type { Making } from "./making.ts";
import type { ExtendOffer } from "./offer.ts";

/** Where MCP is served, below the origin. */
export const mcpPath = "/mcp";

export interface McpOptions {
  /** Its tokens are those of this address. */
  readonly pipeline: Pipeline;
  /** Notified of what nobody foresaw, under the request id. */
  readonly onFailure: (error: unknown, request: RequestName) => void;
  /** Aborted when the service stops: ends the streams that nothing else would end. */
  readonly closing: AbortSignal;
  /** Adds to what the operations give; undefined for the service as it is. */
  readonly extend: ExtendOffer | undefined;
}

export interface McpExchange extends McpOptions {
  readonly request: HttpRequest;
  readonly principal: Principal;
  /** Calls that came when the minute was used up, by the id of their message. */
  readonly refused: ReadonlyMap<unknown, ApiError>;
  readonly making: Making;
}

/** A message as far as it matters before the protocol looks at it. */
export interface Message {
  readonly id?: unknown;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The messages of a body; what is none is left to the protocol to refuse. */
export function messagesIn(body: unknown): Message[] {
  return (Array.isArray(body) ? body : [body]).flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one["method"] !== "string") return [];
    return [{ id: one["id"], method: one["method"], params: isRecord(one["params"]) ? one["params"] : {} }];
  });
}
