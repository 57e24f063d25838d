/**
 * A model in whose replies every string is a canary, as soon as it was shown one: the replies are made from the shapes of the port, and
 * the calls from the inputs of every tool there is. Nothing is listed here, so that what is added to either is said, too.
 */
import type * as v from "valibot";
import { description, digest, modelReply } from "../../src/actors/runtime/model-shapes.ts";
import type { Model, ModelMessage, ModelReply, ModelRequest } from "../../src/actors/runtime/ports.ts";
import { agentTools } from "../../src/schema/operations/tools.ts";
import { estimate } from "../../src/workspace/runs/savings.ts";
import { type Canaries, createCanaries } from "./canaries.ts";

/** What the model is asked for: each method of the port. */
type Asked = {
  [Name in keyof Model]: NonNullable<Model[Name]> extends (...inputs: never) => unknown ? Name : never;
}[keyof Model];

/** The shape of each answer: a method of the port without one does not compile. */
const shapes = {
  step: modelReply,
  describe: description,
  describeNow: description,
  estimate,
  summarise: digest,
} satisfies { readonly [Name in NonNullable<Asked>]: v.GenericSchema<Awaited<ReturnType<NonNullable<Model[Name]>>>> };

export interface CanaryModel extends Model {
  /** Ids that its calls name, by the name of the field. */
  readonly ids: Record<string, string>;
  /** How often each method answered with canaries. */
  readonly said: Record<string, number>;
  /** The tools that it called with canaries. */
  readonly called: ReadonlySet<string>;
  /** Resolves when its words in progress have been heard; it speaks on at once while this is null. */
  heard: (() => Promise<void>) | null;
}

/** Calls of a step that are carried out. */
const maxCalls = 30;

export function createCanaryModel(): CanaryModel {
  const ids: Record<string, string> = {};
  const said: Record<string, number> = {};
  const called = new Set<string>();
  const canaries = createCanaries(() => ids);
  const knows = (shown: unknown): boolean => /canary/i.test(JSON.stringify(shown));
  const full = (name: keyof typeof shapes): object => {
    said[name] = (said[name] ?? 0) + 1;
    return canaries.valueOf(shapes[name]) as object;
  };
  const plain = { title: "A title", subtitle: "A line" };

  const step = async (request: ModelRequest, say: (text: string) => void): Promise<ModelReply> => {
    if (!knows(request)) return looking(request, ids);
    const reply = full("step") as ModelReply;
    say(reply.text);
    await model.heard?.();
    const round = roundOf(request.messages);
    const calls =
      round === 0 ? reply.toolCalls : callsOf(canaries, reply).slice((round - 1) * maxCalls, round * maxCalls);
    for (const { name } of calls) called.add(name);
    return { ...reply, toolCalls: calls };
  };

  const model: CanaryModel = {
    name: "canary",
    ids,
    said,
    called,
    heard: null,
    step: async (request, _signal, speech) => step(request, (text) => speech?.say(text)),
    describe: async (messages) => (knows(messages) ? full("describe") : plain) as typeof plain,
    describeNow: (messages) => (knows(messages) ? full("describeNow") : plain) as typeof plain,
    estimate: async (work) =>
      (knows(work) ? full("estimate") : { minutes: 1, reason: "A guess", confidence: "low" }) as never,
    summarise: async (source) =>
      (knows(source) ? full("summarise") : { ...plain, summary: "A sum", suggestions: [] }) as never,
  };
  return model;
}

/** Before it was shown anything it looks for the capture, where it may. */
function looking({ tools, messages }: ModelRequest, { captureId }: Readonly<Record<string, string>>): ModelReply {
  const mayLook = tools.some(({ name }) => name === "get_capture") && roundOf(messages) === 0;
  const call = { id: "look", name: "get_capture", input: { captureId } };
  return { text: mayLook ? "" : "I know nothing.", toolCalls: mayLook ? [call] : [] };
}

/** Every tool, with every field of its input, each call with an id of its own. */
function callsOf(canaries: Canaries, { toolCalls }: ModelReply): ModelReply["toolCalls"] {
  const id = toolCalls[0]?.id ?? "";
  return agentTools.flatMap(({ name, input }) =>
    canaries.inputsOf(input).map((each, index) => ({ id: `${id}${name}${index}`, name, input: each })),
  );
}

function roundOf(messages: readonly ModelMessage[]): number {
  const from = messages.findLastIndex((message) => message.role === "user");
  return messages.slice(from).filter((message) => message.role === "assistant").length;
}
