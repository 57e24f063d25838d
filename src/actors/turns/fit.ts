/**
 * A conversation that fits into the window of a model. Turns before a stride are shortened and those before them summed up, with what is
 * missing said; within a turn older results are shortened first. What was sent stays as it is from one stride to the next.
 */
import type { Shown } from "../../workspace/chats/strides.ts";
import type { ModelImage, ModelMessage } from "../runtime/ports.ts";
import { charactersOf } from "./images.ts";

/** Characters that stay of a result, and of a text in a call. */
const shortResult = 300;
const shortInput = 100;
/** Characters that stay of an answer, and of what a person said when it is summed up. */
const shortAnswer = 1000;
const shortSaid = 80;

/** What is said in the place of messages that are left out: what the person asked in them. `said` is what may be shown of it. */
export function leftOutMessages(leftOut: Shown["leftOut"], said: readonly string[]): ModelMessage[] {
  if (leftOut === null) return [];
  const [first = "", ...others] = said;
  const asked = others.map((text) => `- ${beginning(text.replaceAll(/\s+/g, " "), shortSaid)}`);
  const note = [
    `[Dayshift: of this conversation ${leftOut.count} messages are left out here, and results that follow are shortened.`,
    ...(asked.length === 0 ? [] : ["The person also said in them:", ...asked]),
    "Read what you need again with your tools; list_messages has what was said.]",
  ];
  return [
    { role: "user", text: `${beginning(first, shortAnswer)}\n\n${note.join("\n")}` },
    { role: "assistant", text: "Understood.", toolCalls: [] },
  ];
}

/** The message with results, inputs and answers in short, and without what the model thought. What a person said stays. */
export function shortened(message: ModelMessage): ModelMessage {
  if (message.role === "user") return message;
  if (message.role === "tool") return { ...message, results: message.results.map(shortenedResult) };
  const toolCalls = message.toolCalls.map((call) => ({ ...call, input: shortenedInput(call.input) }));
  const { reasoning: _reasoning, ...said } = message;
  return { ...said, text: beginning(message.text, shortAnswer), toolCalls };
}

/**
 * The messages, of which as many from the beginning are shortened as it takes: all but the last each time that they have grown past
 * the limit, in characters, so that the same ones are shortened in the next request.
 */
export function fitted(messages: readonly ModelMessage[], limit: number): ModelMessage[] {
  let shown: ModelMessage[] = [];
  let length = 0;
  for (const message of messages) {
    shown.push(message);
    length += lengthOf(message);
    if (length <= limit) continue;
    const last = shown.length - 1;
    shown = shown.map((each, index) => (index < last ? shortened(each) : each));
    length = shown.reduce((sum, each) => sum + lengthOf(each), 0);
  }
  return length <= limit ? shown : shown.map(shortened);
}

function lengthOf(message: ModelMessage): number {
  if (message.role === "user") return message.text.length + lengthOfImages(message.images ?? []);
  if (message.role === "tool") return message.results.reduce((sum, { content }) => sum + content.length, 0);
  const thought = message.reasoning === undefined ? 0 : JSON.stringify(message.reasoning).length;
  return message.text.length + JSON.stringify(message.toolCalls).length + thought;
}

function lengthOfImages(images: readonly ModelImage[]): number {
  return images.reduce((sum, image) => sum + (image.data === null ? 0 : charactersOf(image)), 0);
}

type Result = Extract<ModelMessage, { role: "tool" }>["results"][number];

function shortenedResult(result: Result): Result {
  return { ...result, content: beginning(result.content, shortResult) };
}

function shortenedInput(value: unknown): unknown {
  if (typeof value === "string") return beginning(value, shortInput);
  if (Array.isArray(value)) return value.slice(0, 3).map(shortenedInput);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortenedInput(each)]));
}

function beginning(text: string, limit: number): string {
  return text.length <= limit + 50
    ? text
    : `${text.slice(0, limit).toWellFormed()}… [${text.length - limit} characters left out]`;
}
