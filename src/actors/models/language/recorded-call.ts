/** A request to a provider as it is recorded: what it cost, and what it takes to play it again. */
import type { ModelCall, ModelTool } from "../../runtime/ports.ts";
import type { Prompt } from "./ask.ts";
import type { RawReply } from "./reply.ts";

const { createHash } = process.getBuiltinModule("node:crypto");

/** Characters of a reply that are recorded: far more than a model says in one step. */
const longestReply = 200_000;

/** The record; `reply` is null for a request that was not answered. */
export function recordedCall(
  { name, window }: { readonly name: string; readonly window: number },
  prompt: Prompt,
  reply: RawReply | null,
): ModelCall {
  const { usage = { inputTokens: null, outputTokens: null, cachedTokens: null }, ...said } = reply ?? {};
  const toolsHash = hashOfTools(prompt.tools);
  return {
    model: name,
    parameters: { window, tools: prompt.tools.length },
    toolsHash,
    requestHash: hashOf(JSON.stringify([prompt.system, prompt.messages, toolsHash], withoutFiles)),
    reply: reply === null ? null : JSON.stringify(said).slice(0, longestReply),
    ...usage,
  };
}

/** An image is known by its id. */
function withoutFiles(_name: string, value: unknown): unknown {
  return value instanceof Uint8Array ? value.byteLength : value;
}

/** Cached with the tools, which are the same for many requests. */
const known = new WeakMap<readonly ModelTool[], string>();

function hashOfTools(tools: readonly ModelTool[]): string {
  const found = known.get(tools) ?? hashOf(JSON.stringify(tools));
  known.set(tools, found);
  return found;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
