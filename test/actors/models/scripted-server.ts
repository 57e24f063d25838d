/** A provider of the OpenAI chat form that answers each request with the next part of a script. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { lasting } from "../../helpers/local-server.ts";
import { inPatience } from "../../helpers/settle.ts";

export type Part = (response: ServerResponse, request: IncomingMessage) => void;

export interface ScriptedServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** The parsed bodies of the requests so far. */
  readonly bodies: readonly Record<string, unknown>[];
  readonly headers: readonly IncomingMessage["headers"][];
  /** Resolves when the `count`th request has been read. Rejects when that is in vain. */
  received(count: number): Promise<void>;
}

/** Listens on a free port; requests past the end of the script get the last part again. */
export async function scripted(...parts: Part[]): Promise<ScriptedServer> {
  const bodies: Record<string, unknown>[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const waiting = new Map<number, () => void>();
  const server = createServer(lasting, (request, response) => {
    // What a server says of itself is not in the script: it says nothing but that it has the model `known`.
    if (request.method === "GET") {
      response.writeHead(request.url === "/v1/models/known" ? 200 : 404).end();
      return;
    }
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      bodies.push(JSON.parse(text) as Record<string, unknown>);
      headers.push(request.headers);
      waiting.get(bodies.length)?.();
      parts[Math.min(bodies.length, parts.length) - 1]?.(response, request);
    });
  });
  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    bodies,
    headers,
    received: async (count) => {
      if (bodies.length >= count) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(count, resolve);
      await inPatience(`request ${count} of the provider`, promise, () => `It was asked ${bodies.length} times.`);
    },
    [Symbol.asyncDispose]: () => close(server),
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Stops listening and cuts what is still open. */
async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

/** An answer with this status and body. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Part {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(text);
  };
}

interface Call {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A chat completion with this text and these calls. */
export function completion(content: string | null, calls: readonly Call[] = [], finish = "stop"): Part {
  const toolCalls = calls.map(({ id, name, arguments: text }) => ({
    id,
    type: "function",
    function: { name, arguments: text },
  }));
  const message = { role: "assistant", content, ...(calls.length === 0 ? {} : { tool_calls: toolCalls }) };
  return answer(200, {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "test",
    choices: [{ index: 0, finish_reason: calls.length === 0 ? finish : "tool_calls", message }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
}
