/**
 * What a model answers, as shapes. The types of the port follow from them, and so do the replies in which every string is a canary
 * (test/helpers/canary-model.ts): a string that is added here is looked for in every read, without anybody thinking of it.
 */
import * as v from "valibot";

const array = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly());
const record = <Entries extends v.ObjectEntries>(entries: Entries) => v.pipe(v.object(entries), v.readonly());

export const modelToolCall = record({
  /** The provider's id; never trusted to be unique (calls are keyed by turn, step and index). */
  id: v.string(),
  name: v.string(),
  input: v.unknown(),
  /** Set when the provider's arguments could not be read as JSON even after repair: shown to the model as the result. */
  malformed: v.exactOptional(v.string()),
  /** What the provider attached to the call (Gemini: a signature): nobody's to read, and sent back to the same model. */
  metadata: v.exactOptional(v.unknown()),
});

/** A short title and a one-line summary of a conversation. */
export const description = record({ title: v.string(), subtitle: v.string() });

export const modelReply = record({
  text: v.string(),
  toolCalls: array(modelToolCall),
  /** The model reached its output limit before it was done. */
  isCutOff: v.exactOptional(v.boolean()),
  /** What the model thought: never shown, and sent back to the same model as it is, as some providers want it with the calls that followed. */
  reasoning: v.exactOptional(v.unknown()),
  /** How the model names the conversation, said with its answer. */
  description: v.exactOptional(description),
});

/** One request to a provider, as it is recorded: what it cost, and what it takes to play it again. */
export const modelCall = record({
  /** `<provider>:<model>`. */
  model: v.string(),
  /** What the request was made with besides its text. */
  parameters: record({ window: v.number(), tools: v.number() }),
  /** SHA-256 of the tools, and of the whole request, in hexadecimal digits. */
  toolsHash: v.string(),
  requestHash: v.string(),
  /** The reply as it came, as JSON; null when there was none. */
  reply: v.nullable(v.string()),
  /** Tokens as the provider counts them; null when it does not say. Of those of the request, `cached` cost less. */
  inputTokens: v.nullable(v.number()),
  outputTokens: v.nullable(v.number()),
  cachedTokens: v.nullable(v.number()),
});

/** A todo that a capture asks for, with the line that says so. */
export const suggestion = record({
  title: v.string(),
  /** `YYYY-MM-DD`, when it was said. */
  dueDate: v.nullable(v.string()),
  priority: v.nullable(v.picklist(["urgent", "high", "medium", "low"])),
  /** Index of its line among those of the source. */
  line: v.number(),
  /** The words it rests on, as they stand there. */
  quote: v.string(),
});

/** What is made of a capture. */
export const digest = record({
  title: v.string(),
  subtitle: v.string(),
  summary: v.string(),
  /** In the order of the source. */
  suggestions: array(suggestion),
});

/** What a provider said of a failure, for the log of the operator. */
export const providerFault = record({
  /** HTTP status; null when there was no answer. */
  status: v.nullable(v.number()),
  /** The provider's own code or type of the error, or the code of the network error. */
  code: v.nullable(v.string()),
  /** The provider's words, at most 300 characters, without secrets and without quoted content; null when it said nothing. */
  reason: v.nullable(v.string()),
});
