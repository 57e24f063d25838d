/** Has a language model sum up a capture: in one call, or part by part where it is long. */
import {
  type CaptureSource,
  type Digest,
  ModelFailure,
  type ModelMessage,
  type SourceLine,
} from "../../runtime/ports.ts";
import { limits } from "../../../schema/limits.ts";
import type { Prompt } from "./ask.ts";
import {
  AGAIN,
  enclosed,
  messageOf,
  type ReadDigest,
  readDigest,
  SYSTEM_FOR_WHOLE,
  systemFor,
} from "./digest-words.ts";

/** Characters of a capture in one call: small models read no more at once. */
const partLength = 24_000;

/** The answer's text. */
type Ask = (prompt: Prompt) => Promise<string>;

/** Two tries for each part, then the rules engine's digest, which very long captures get at once. Rejects with ModelFailure when the provider could not be asked. */
export async function summarise(source: CaptureSource, signal: AbortSignal, ask: Ask): Promise<Digest> {
  if (source.lines.length === 0) return byRule(source, signal);
  const parts = partsOf(source.lines);
  if (parts.length > limits.digestParts.each.max) return byRule(source, signal);
  const read: ReadDigest[] = [];
  for (const { first, lines } of parts) {
    const system = systemFor(source, parts.length > 1);
    const digest = await askTwice(ask, system, messageOf(lines, first), source.lines);
    if (digest === null) return byRule(source, signal);
    read.push(digest);
  }
  const whole = await join(read, ask);
  if (whole === null || whole.title === "" || whole.subtitle === "") return byRule(source, signal);
  return { ...whole, title: source.title ?? whole.title, suggestions: read.flatMap(({ suggestions }) => suggestions) };
}

async function join(parts: readonly ReadDigest[], ask: Ask): Promise<ReadDigest | null> {
  if (parts.length === 1) return parts[0] ?? null;
  const summaries = parts.map(({ summary }, at) => `Part ${at + 1}: ${summary}`).join("\n\n");
  return askTwice(ask, SYSTEM_FOR_WHOLE, enclosed(summaries), []);
}

/** What the answer says; null when neither the first nor the second could be read. */
async function askTwice(
  ask: Ask,
  system: string,
  text: string,
  lines: readonly SourceLine[],
): Promise<ReadDigest | null> {
  const question: ModelMessage = { role: "user", text };
  const first = await askForJson(ask, { system, messages: [question], tools: [] });
  const read = readDigest(first, lines);
  if (read !== null) return read;
  const said: ModelMessage = { role: "assistant", text: first === "" ? "…" : first, toolCalls: [] };
  const messages = [question, said, { role: "user", text: AGAIN } as const];
  return readDigest(await askForJson(ask, { system, messages, tools: [] }), lines);
}

/** A server that refuses to be asked for JSON is asked in words alone. */
async function askForJson(ask: Ask, prompt: Prompt): Promise<string> {
  try {
    return await ask({ ...prompt, isJson: true });
  } catch (error) {
    const status = error instanceof ModelFailure ? error.provider?.status : null;
    if (status !== 400 && status !== 422) throw error;
    return ask(prompt);
  }
}

interface Part {
  /** Index of its first line. */
  readonly first: number;
  readonly lines: readonly SourceLine[];
}

/** The lines in parts of at most so many characters; a line is never cut. */
function partsOf(lines: readonly SourceLine[]): Part[] {
  const parts: { first: number; lines: SourceLine[] }[] = [];
  let length = 0;
  lines.forEach((line, first) => {
    const last = parts.at(-1);
    if (last === undefined || length + line.text.length > partLength) {
      parts.push({ first, lines: [line] });
      length = line.text.length;
    } else {
      last.lines.push(line);
      length += line.text.length;
    }
  });
  return parts;
}

async function byRule(source: CaptureSource, signal: AbortSignal): Promise<Digest> {
  const { digestAside } = await import("../builtin/capture/aside.ts");
  return digestAside(source, signal);
}
