/** Carries out one tool call: the same checks in the same order, and the same act, as a request of the public interface. */
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { bodyOf, readToolInput } from "../../schema/operations/tools.ts";
import { validateBody } from "../../schema/validate.ts";
import { publicBase } from "../router.ts";
import { authorize, workspaceOf } from "../auth/authenticate.ts";
import type { Reply } from "../exchange.ts";
import { type Idempotency, readIdempotency } from "../input.ts";
import { act } from "../pipeline.ts";
import type { McpExchange } from "./exchange.ts";
import { failure, type Success, success } from "./results.ts";
import { type McpTool, mcpToolNamed } from "./tools.ts";
import { every } from "../../actors/runtime/every.ts";
import type { Clock } from "../../actors/runtime/ports.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** The result of a call; refusals are results too. Throws a protocol error for a tool that does not exist. */
export async function callTool(
  exchange: McpExchange,
  name: string,
  input: Arguments,
  context: ServerContext,
): Promise<CallToolResult> {
  const tool = mcpToolNamed(name);
  if (tool === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}. tools/list names all.`);
  }
  try {
    return await carryOut(exchange, tool, input, context);
  } catch (error) {
    return failure(exchange, error);
  }
}

async function carryOut(
  exchange: McpExchange,
  tool: McpTool,
  args: Arguments,
  context: ServerContext,
): Promise<CallToolResult> {
  const { pipeline, request, principal, refused, making } = exchange;
  const { operation: record } = tool;
  authorize(record, principal);
  const overLimit = refused.get(context.mcpReq.id);
  if (overLimit !== undefined) throw overLimit;
  const workspaceId = record.home === "workspace" ? workspaceOf(principal, request).id : null;
  const input = readToolInput(tool, args);
  const { fields, idempotencyKey } = readExtras(tool, args);
  const idempotency = record.creates ? idempotencyOf(tool, input.path, args, idempotencyKey) : null;
  const stop = record.waits ? reportProgress(pipeline.services.clock, context, args["waitSeconds"]) : null;
  const answer = async () => {
    const reply = await act(pipeline, { record, request, principal, workspaceId, input, idempotency });
    return success(reply.body, fields, metaOf(reply));
  };
  try {
    return await (record.method === "GET" ? making.read(answer, lengthOf) : answer());
  } finally {
    stop?.();
  }
}

/** Characters of the text, which stands twice in the answer. */
function lengthOf({ content: [{ text }] }: Success): number {
  return 2 * text.length;
}

interface Extras {
  readonly fields?: readonly string[];
  readonly idempotencyKey?: string;
}

function readExtras({ extras }: McpTool, args: Arguments): Extras {
  const given = Object.entries(args).filter(([name]) => Object.hasOwn(extras.entries, name));
  return validateBody(extras, Object.fromEntries(given)) as Extras;
}

/** The fingerprint is that of the request this call stands for, so that a key means the same on both surfaces. */
function idempotencyOf(
  { operation }: McpTool,
  path: Readonly<Record<string, string>>,
  args: Arguments,
  key: string | undefined,
): Idempotency | null {
  const concrete = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] as string);
  const asked = { method: operation.method, path: publicBase + concrete, query: "", body: bodyOf(operation, args) };
  return readIdempotency(key, asked, "idempotencyKey");
}

function metaOf(reply: Reply): CallToolResult["_meta"] {
  return reply.replayed ? { idempotencyReplayed: true } : undefined;
}

/** Between two notices, in milliseconds. */
const everyMs = 5000;

/** Begins to report; the answer ends it. `waitSeconds` is how long the call may take, as the caller gave it. */
function reportProgress(clock: Clock, context: ServerContext, waitSeconds: unknown): () => void {
  const { _meta: meta, notify } = context.mcpReq;
  const token = meta?.progressToken;
  if (token === undefined || typeof waitSeconds !== "number") return () => {};
  const begin = clock.monotonic();
  return every(clock, everyMs, () => {
    const progress = Math.round((clock.monotonic() - begin) / 1000);
    const params = { progressToken: token, progress, total: waitSeconds, message: "The agent is at work." };
    // A client that is gone need not hear it; the call itself ends by its signal.
    notify({ method: "notifications/progress", params }).catch(() => {});
  });
}
