/**
 * For servers of the OpenAI chat form that were asked for a stream and answer with one whole completion, as some gateways do: it is
 * read as a stream of one event.
 */
import { jsonIn } from "../../../schema/json-text.ts";
import { isRecord } from "../../../schema/common.ts";
import { keepAliveFetch } from "./keep-alive-fetch.ts";

/** As `keepAliveFetch`; a whole completion comes as an event. */
export const streamingFetch: typeof fetch = async (address, options) => {
  const response = await keepAliveFetch(address, options);
  if (response.status !== 200 || response.body === null || !isJson(response.headers)) return response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  headers.set("content-type", "text/event-stream");
  return new Response(eventsOf(text), { status: 200, headers });
};

function isJson(headers: Headers): boolean {
  return headers.get("content-type")?.includes("json") === true;
}

/** What is no completion becomes an event that cannot be read, and so the failure that it is. */
function eventsOf(text: string): string {
  const body = jsonIn(text);
  const choices = isRecord(body) && Array.isArray(body["choices"]) ? (body["choices"] as unknown[]) : [];
  if (!isRecord(body) || choices.length === 0) return `data: ${text.replaceAll("\n", " ")}\n\n`;
  const chunk = { ...body, object: "chat.completion.chunk", choices: choices.map(toDelta) };
  return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
}

function toDelta(choice: unknown): unknown {
  if (!isRecord(choice) || !isRecord(choice["message"])) return choice;
  const { message, ...rest } = choice;
  const calls = message["tool_calls"];
  const indexed =
    Array.isArray(calls) && calls.map((call: unknown, index) => (isRecord(call) ? { index, ...call } : call));
  return { ...rest, delta: indexed === false ? message : { ...message, tool_calls: indexed } };
}
