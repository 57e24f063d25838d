/** Answers of providers as streams of events, in the forms of OpenAI, Anthropic and of Gemini where it speaks OpenAI's. */
import type { Part } from "./scripted-server.ts";

type Event = string | { readonly event: string; readonly data: unknown } | Record<string, unknown>;

/** Writes the events one after the other; `end` says what becomes of the connection then. */
export function events(all: readonly Event[], end: "end" | "cut" | "silence" = "end"): Part {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of all) response.write(textOf(event));
    if (end === "end") response.end();
    // What was written has gone out before the connection is cut.
    if (end === "cut") response.write(": \n\n", () => response.destroy());
  };
}

function textOf(event: Event): string {
  if (typeof event === "string") return event;
  if ("event" in event) return `event: ${String(event["event"])}\ndata: ${JSON.stringify(event["data"])}\n\n`;
  return `data: ${JSON.stringify(event)}\n\n`;
}

export const done = "data: [DONE]\n\n";

/** A chunk of a chat completion. */
export function chunk(delta: object, finish: string | null = null): Record<string, unknown> {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "test", choices };
}

/** The last chunk, which says what it cost. */
export function usage(prompt: number, completion: number, cached = 0): Record<string, unknown> {
  const counted = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  const details = { prompt_tokens_details: { cached_tokens: cached } };
  return { ...chunk({}), choices: [], usage: { ...counted, ...details } };
}

/** A call whose arguments come in pieces. */
export function calling(name: string, pieces: readonly string[], extra: object = {}): Record<string, unknown>[] {
  const [first = "", ...others] = pieces;
  const start = { index: 0, id: "call_1", type: "function", function: { name, arguments: first }, ...extra };
  return [
    chunk({ tool_calls: [start] }),
    ...others.map((text) => chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] })),
  ];
}

/** A whole answer of these words. */
export function saying(...words: readonly string[]): Part {
  return events([...words.map((content) => chunk({ content })), chunk({}, "stop"), usage(100, 20, 60), done]);
}

const anthropicUsage = {
  input_tokens: 30,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 70,
  output_tokens: 1,
};

/** Events of Anthropic's form; each block is a text, or a call with its input in pieces. */
export function anthropic(
  blocks: readonly (string | { readonly name: string; readonly input: readonly string[] })[],
): readonly Event[] {
  const named = (type: string, rest: object) => ({ event: type, data: { type, ...rest } });
  const message = { id: "msg_1", type: "message", role: "assistant", model: "test", content: [], stop_reason: null };
  const parts = blocks.flatMap((block, index) => {
    const isText = typeof block === "string";
    const start = isText ? { type: "text", text: "" } : { type: "tool_use", id: "tu_1", name: block.name, input: {} };
    const deltas = isText
      ? [{ type: "text_delta", text: block }]
      : block.input.map((partial_json) => ({ type: "input_json_delta", partial_json }));
    return [
      named("content_block_start", { index, content_block: start }),
      named("ping", {}),
      ...deltas.map((delta) => named("content_block_delta", { index, delta })),
      named("content_block_stop", { index }),
    ];
  });
  const reason = blocks.every((block) => typeof block === "string") ? "end_turn" : "tool_use";
  return [
    named("message_start", { message: { ...message, stop_sequence: null, usage: anthropicUsage } }),
    ...parts,
    named("message_delta", { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 20 } }),
    named("message_stop", {}),
  ];
}

/** An answer in the form of OpenAI's responses: of these words, or of a call with its arguments; or only its first events. */
export function responding(said: string | readonly [name: string, input: string], first?: number): Part {
  const type = (name: string, rest: object) => ({ event: name, data: { type: name, ...rest } });
  const response = { id: "resp_1", object: "response", created_at: 1, model: "test", output: [] };
  const counted = { input_tokens: 30, output_tokens: 20, input_tokens_details: { cached_tokens: 0 } };
  const at = { output_index: 0, item_id: "item_1" };
  const item = typeof said === "string" ? messageItem(said) : callItem(...said);
  const all = [
    type("response.created", { response }),
    type("response.output_item.added", { ...at, item: item.begun }),
    type(item.delta, { ...at, content_index: 0, delta: typeof said === "string" ? said : said[1] }),
    type("response.output_item.done", { ...at, item: item.whole }),
    type("response.completed", { response: { ...response, status: "completed", usage: counted } }),
  ];
  return events(all.slice(0, first));
}

function messageItem(text: string) {
  const begun = { type: "message", id: "item_1", role: "assistant", status: "in_progress", content: [] };
  const content = [{ type: "output_text", text, annotations: [] }];
  return { delta: "response.output_text.delta", begun, whole: { ...begun, status: "completed", content } };
}

function callItem(name: string, input: string) {
  const begun = { type: "function_call", id: "item_1", call_id: "call_1", name, arguments: "", status: "in_progress" };
  const whole = { ...begun, arguments: input, status: "completed" };
  return { delta: "response.function_call_arguments.delta", begun, whole };
}
