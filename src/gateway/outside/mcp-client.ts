/**
 * The client's side of MCP over Streamable HTTP, as far as tools need it: a session for each errand, requests one after the other, no
 * retries. Source: Model Context Protocol, revision 2025-06-18, Transports and Tools.
 */
import { isRecord } from "../../schema/common.ts";
import { type OutsideAnswer, OutsideFailure, type Reach } from "./request.ts";

export interface ServerAddress {
  readonly url: string;
  /** Bearer token; null for none. */
  readonly secret: string | null;
}

export interface ServerTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ServerResult {
  readonly isError: boolean;
  readonly text: string;
}

const revision = "2025-06-18";
/** Pages of a list, and tools, that are read. */
const [maxPages, maxTools] = [10, 200];

interface Session {
  /** The result of a request. Rejects with OutsideFailure, also for an error that the server answers. */
  ask(method: string, params: object): Promise<Readonly<Record<string, unknown>>>;
  end(): Promise<void>;
}

/** The tools of a server. Rejects with OutsideFailure. */
export function listTools(reach: Reach, server: ServerAddress): Promise<ServerTool[]> {
  return inSession(reach, server, async (session) => {
    const tools: ServerTool[] = [];
    let cursor: unknown;
    for (let page = 0; page < maxPages; page++) {
      const result = await session.ask("tools/list", cursor === undefined ? {} : { cursor });
      const listed = Array.isArray(result["tools"]) ? result["tools"] : [];
      tools.push(...listed.flatMap(readTool));
      cursor = result["nextCursor"];
      if (typeof cursor !== "string") break;
    }
    return tools.slice(0, maxTools);
  });
}

/** What a tool answers to one call. Rejects with OutsideFailure; `wasSent` when it may have been carried out. */
export function callTool(
  reach: Reach,
  server: ServerAddress,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<ServerResult> {
  return inSession(reach, server, async (session) => {
    const result = await session.ask("tools/call", { name, arguments: input });
    return { isError: result["isError"] === true, text: textOf(result) };
  });
}

async function inSession<T>(reach: Reach, server: ServerAddress, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await open(reach, server);
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

async function open(reach: Reach, { url, secret }: ServerAddress): Promise<Session> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(secret !== null && { authorization: `Bearer ${secret}` }),
  };
  let count = 0;
  const post = (message: object, id: number | null): Promise<OutsideAnswer> => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    return reach({ url, method: "POST", headers, body, ...(id !== null && { isEnough: arrivalOf(id) }) });
  };
  const ask: Session["ask"] = async (method, params) => {
    const id = (count += 1);
    const answer = await post({ id, method, params }, id);
    return resultOf(answer, id);
  };
  const clientInfo = { name: "dayshift", version: "1" };
  const id = (count += 1);
  const greeting = { id, method: "initialize", params: { protocolVersion: revision, capabilities: {}, clientInfo } };
  const answer = await unsent(() => post(greeting, id));
  const { protocolVersion } = await unsent(async () => resultOf(answer, id));
  headers["mcp-protocol-version"] = typeof protocolVersion === "string" ? protocolVersion : revision;
  const sessionId = answer.header("mcp-session-id");
  if (sessionId !== null) headers["mcp-session-id"] = sessionId;
  await unsent(() => post({ method: "notifications/initialized" }, null));
  return {
    ask,
    end: async () => {
      if (sessionId !== null) await reach({ url, method: "DELETE", headers }).catch(() => undefined);
    },
  };
}

/** What fails before the call itself has changed nothing. */
async function unsent<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw error instanceof OutsideFailure ? new OutsideFailure(error.message, false) : error;
  }
}

function resultOf({ status, text }: OutsideAnswer, id: number): Readonly<Record<string, unknown>> {
  if (status === 401 || status === 403)
    throw new OutsideFailure(`It refused the credential (status ${status}).`, false);
  if (status < 200 || status > 299) throw new OutsideFailure(`It answered with status ${status}.`, status >= 500);
  const message = answerIn(text, id);
  if (message === null) throw new OutsideFailure("Its answer is none of MCP over Streamable HTTP.", true);
  const { result, error } = message;
  if (isRecord(result)) return result;
  const why = isRecord(error) && typeof error["message"] === "string" ? `: ${error["message"].slice(0, 500)}` : ".";
  throw new OutsideFailure(`It refused the request${why}`, false);
}

/** Tells by the pieces of a stream when the answer to that id is there; each event is read once. What is JSON ends by itself. */
function arrivalOf(id: number): (piece: string) => boolean {
  let pending: string[] = [];
  let seam = "";
  return (piece) => {
    pending.push(piece);
    seam = seam.slice(-3) + piece;
    if (!eventEnd.test(seam)) return false;
    const text = pending.join("");
    seam = text.split(eventEnd).at(-1) ?? "";
    pending = [seam];
    return answerIn(text, id) !== null;
  };
}

/** The answer to the request of that id, as JSON or among the events of a stream; null when it is not there. */
function answerIn(text: string, id: number): Readonly<Record<string, unknown>> | null {
  const whole = /^\s*[{[]/.test(text) ? [text] : eventsIn(text);
  for (const data of whole) {
    const message = parsed(data);
    if (isRecord(message) && message["id"] === id && ("result" in message || "error" in message)) return message;
  }
  return null;
}

const eventEnd = /\r\n\r\n|\n\n|\r\r/;

/** The data of the events that have arrived whole. */
function eventsIn(text: string): string[] {
  return text
    .split(eventEnd)
    .slice(0, -1)
    .map((event) =>
      event
        .split(/\r\n|\n|\r/)
        .flatMap((line) => (line.startsWith("data:") ? [line.slice(5).replace(/^ /, "")] : []))
        .join("\n"),
    );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readTool(tool: unknown): ServerTool[] {
  if (!isRecord(tool) || typeof tool["name"] !== "string" || tool["name"] === "") return [];
  const { name, description, inputSchema } = tool;
  const schema = isRecord(inputSchema) ? inputSchema : { type: "object" };
  const words = typeof description === "string" ? description.slice(0, 1000).toWellFormed() : "";
  return [{ name: name.slice(0, 100), description: words, inputSchema: schema }];
}

/** The texts of a result; what is no text is named. */
function textOf(result: Readonly<Record<string, unknown>>): string {
  const content = Array.isArray(result["content"]) ? result["content"].filter(isRecord) : [];
  const texts = content.map((part) =>
    typeof part["text"] === "string"
      ? part["text"]
      : `[${typeof part["type"] === "string" ? part["type"] : "something"}]`,
  );
  const structured = result["structuredContent"];
  return texts.length > 0 || structured === undefined ? texts.join("\n") : JSON.stringify(structured);
}
