/** Tries a model before people rely on it: does it call a tool, how much does it read at once, how fast does it answer. */
import { isRecord } from "../../../schema/common.ts";
import {
  type Clock,
  type Model,
  type ModelCall,
  ModelFailure,
  type ModelReply,
  type ModelRequest,
} from "../../runtime/ports.ts";
import type { ModelSettings } from "../shared/config.ts";
import { windowSaid } from "./servers.ts";

export interface Trial {
  readonly toolCall: boolean;
  /** Tokens that it reads at once; null when unknown. */
  readonly contextTokens: number | null;
  readonly tokensPerSecond: number | null;
  /** What stands in the way of working with it; null for nothing. */
  readonly problem: string | null;
}

/** Fewer than these do not hold the tools, the instructions and a conversation. */
const leastTokens = 8192;

const noteNumber = {
  name: "note_number",
  description: "Notes a number.",
  inputSchema: {
    type: "object",
    properties: { number: { type: "integer" } },
    required: ["number"],
    additionalProperties: false,
  },
};

export interface TrialParts {
  readonly model: Model;
  readonly settings: ModelSettings;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The outcome; what fails is its `problem`. Three requests at most, none of which holds anything of a workspace. */
export async function tryModel(parts: TrialParts): Promise<Trial> {
  const { settings } = parts;
  if (settings.kind === "builtin") return { toolCall: true, contextTokens: null, tokensPerSecond: null, problem: null };
  const none = { toolCall: false, contextTokens: null, tokensPerSecond: null };
  try {
    const called = await askFor(parts, "Call the tool note_number with the number 7. Say nothing else.");
    const toolCall = called.reply.toolCalls.some(
      ({ name, input }) => name === noteNumber.name && isRecord(input) && Number(input["number"]) === 7,
    );
    const contextTokens = await windowOf(parts, settings);
    const tokensPerSecond = await speedOf(parts);
    return { toolCall, contextTokens, tokensPerSecond, problem: problemOf(toolCall, contextTokens) };
  } catch (error) {
    if (error instanceof ModelFailure) return { ...none, problem: error.message };
    throw error;
  }
}

function problemOf(toolCall: boolean, contextTokens: number | null): string | null {
  if (!toolCall) return "It did not call the tool that it was asked to call: agents work with nothing but tools.";
  if (contextTokens !== null && contextTokens < leastTokens)
    return `It reads ${contextTokens} tokens at once, and drops what is more without a word: agents need ${leastTokens}. Raise the context length of its server.`;
  return null;
}

interface Asked {
  readonly reply: ModelReply;
  readonly call: ModelCall | undefined;
}

async function askFor({ model, clock, signal }: TrialParts, text: string, hasTools = true): Promise<Asked> {
  const request: ModelRequest = {
    system: "You are being tested. Do exactly what the person says.",
    messages: [{ role: "user", text }],
    tools: hasTools ? [noteNumber] : [],
    now: clock.now(),
    timezone: "UTC",
  };
  const calls: ModelCall[] = [];
  const speech = { say: () => undefined, restart: () => undefined, onCall: (call: ModelCall) => void calls.push(call) };
  const reply = await model.step(request, signal, speech);
  return { reply, call: calls.at(-1) };
}

/** What its server says; of one that says nothing it is tried whether it still knows what came 8,000 tokens before. */
async function windowOf(
  parts: TrialParts,
  settings: Extract<ModelSettings, { kind: "provider" }>,
): Promise<number | null> {
  const said = await windowSaid(settings, parts.signal);
  if (said !== null) return said;
  const configured = Math.floor(settings.window / 3);
  if (settings.provider !== "openai-compatible") return configured;
  const filler = "The quick brown fox jumps over the lazy dog. ".repeat(700);
  const text = `The word is PELICAN.\n\n${filler}\n\nWhich word was named at the very beginning of this message? Answer with it alone.`;
  const { reply, call } = await askFor(parts, text, false);
  if (/pelican/i.test(reply.text)) return Math.max(leastTokens, configured);
  return Math.min(call?.inputTokens ?? leastTokens / 2, leastTokens - 1);
}

/** Tokens a second of an answer, by what its server counts; from its first word on, where that can be heard. */
async function speedOf(parts: TrialParts): Promise<number | null> {
  const { model, clock, signal } = parts;
  let began: number | null = null;
  const calls: ModelCall[] = [];
  const request: ModelRequest = {
    system: "",
    messages: [{ role: "user", text: "Count from 1 to 40 in words, separated by commas. Say nothing else." }],
    tools: [],
    now: clock.now(),
    timezone: "UTC",
  };
  const asked = clock.monotonic();
  const reply = await model.step(request, signal, {
    say: () => void (began ??= clock.monotonic()),
    restart: () => void (began = null),
    onCall: (call) => void calls.push(call),
  });
  const seconds = (clock.monotonic() - (began ?? asked)) / 1000;
  const tokens = calls.at(-1)?.outputTokens ?? Math.ceil(reply.text.length / 4);
  return seconds <= 0 ? null : Math.round((10 * tokens) / seconds) / 10;
}
