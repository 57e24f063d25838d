/** A server of tools on this machine that speaks MCP over Streamable HTTP, and notes what it is asked. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { serve } from "./local-server.ts";

export interface ServedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly answer: (input: Readonly<Record<string, unknown>>) => string;
}

export interface OutsideServer {
  /** Where it takes requests. */
  readonly url: string;
  tools: readonly ServedTool[];
  /** Answers as a stream of events that does not end, in place of JSON. */
  streams: boolean;
  /** The token that it wants; null for none. */
  secret: string | null;
  /** `tool input`, one for each call. */
  readonly calls: string[];
  /** The authorization of each request. */
  readonly credentials: (string | undefined)[];
}

interface Asked {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly arguments?: Readonly<Record<string, unknown>> };
}

/** Starts one; it ends with the test. */
export async function startOutsideServer(host: Parameters<typeof serve>[0]): Promise<OutsideServer> {
  const sessionId = "session-1";
  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    server.credentials.push(request.headers.authorization);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (server.secret !== null && request.headers.authorization !== `Bearer ${server.secret}`) {
      response.writeHead(401).end();
      return;
    }
    if (request.method === "DELETE") {
      response.writeHead(204).end();
      return;
    }
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
    if (asked.method !== "initialize" && request.headers["mcp-session-id"] !== sessionId) {
      response.writeHead(400).end();
      return;
    }
    if (asked.id === undefined) {
      response.writeHead(202).end();
      return;
    }
    const message = JSON.stringify({ jsonrpc: "2.0", id: asked.id, ...answerTo(server, asked) });
    const type = server.streams ? "text/event-stream" : "application/json";
    response.writeHead(200, { "content-type": type, "mcp-session-id": sessionId });
    if (server.streams) response.write(`: hello\n\nevent: message\ndata: ${message}\n\n`);
    else response.end(message);
  };
  const server: OutsideServer = { url: "", tools: [], streams: false, secret: null, calls: [], credentials: [] };
  const origin = await serve(host, (request, response) => void listener(request, response));
  return Object.assign(server, { url: `${origin}/mcp` });
}

function answerTo(server: OutsideServer, { method, params }: Asked): object {
  if (method === "initialize")
    return {
      result: {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "test", version: "1" },
      },
    };
  if (method === "tools/list") return { result: { tools: server.tools.map(({ answer: _answer, ...tool }) => tool) } };
  const tool = server.tools.find(({ name }) => name === params?.name);
  if (method !== "tools/call" || tool === undefined)
    return { error: { code: -32602, message: "There is no such tool." } };
  const input = params?.arguments ?? {};
  server.calls.push(`${tool.name} ${JSON.stringify(input)}`);
  return { result: { content: [{ type: "text", text: tool.answer(input) }] } };
}
