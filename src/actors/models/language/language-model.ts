/** A language model behind the port `Model`: one call to the provider per step. */
import type {
  Clock,
  Description,
  Estimate,
  FinishedWork,
  Model,
  ModelMessage,
  ModelReply,
  ModelRequest,
  OnCall,
} from "../../runtime/ports.ts";
import { withTimes } from "./times.ts";
import { describeConversation } from "../builtin/describe.ts";
import { createAnswers, type LanguageModelOptions } from "./answers.ts";
import type { Prompt } from "./ask.ts";
import { DESCRIBE_AGAIN, DESCRIBE_SYSTEM, readDescription, transcriptOf } from "./describe.ts";
import { ESTIMATE_AGAIN, ESTIMATE_SYSTEM, readEstimate, workOf } from "./estimate.ts";
import { summarise } from "./digest.ts";
import type { SdkModel } from "./provider.ts";

/** The model that this names; `sdkModel` is the provider's model object. Time limits and pauses run on `clock`. */
export function createLanguageModel(options: LanguageModelOptions, sdkModel: SdkModel, clock: Clock): Model {
  const { name, window } = options;
  const answer = createAnswers(options, sdkModel, clock);
  const answering =
    (signal: AbortSignal, onCall?: OnCall): Answer =>
    (prompt) =>
      answer(prompt, signal, { onCall });
  return {
    name,
    window,
    step: (request, signal, speech) =>
      answer({ ...promptOf(request), mayBeSilent: request.messages.at(-1)?.role === "tool" }, signal, speech ?? {}),
    describe: (messages, signal, onCall) => describe(messages, answering(signal, onCall)),
    estimate: (work, signal, onCall) => estimate(work, answering(signal, onCall)),
    summarise: (source, signal, onCall) => {
      const ask = answering(signal, onCall);
      return summarise(source, signal, async (prompt) => (await ask(prompt)).text);
    },
  };
}

function promptOf(request: ModelRequest): Prompt {
  const { system, messages, tools, timezone } = request;
  return { system, messages: withTimes(messages, timezone), tools };
}

/** Two tries to get a usable answer, then the rules engine's description. */
async function describe(messages: readonly ModelMessage[], answer: Answer): Promise<Description> {
  const question = transcriptOf(messages);
  if (question === "") return describeConversation(messages);
  const made = await askTwice(answer, { system: DESCRIBE_SYSTEM, question, again: DESCRIBE_AGAIN }, readDescription);
  return made ?? describeConversation(messages);
}

/** Two tries to get a usable answer; null when there was none. */
function estimate(work: FinishedWork, answer: Answer): Promise<Estimate | null> {
  return askTwice(answer, { system: ESTIMATE_SYSTEM, question: workOf(work), again: ESTIMATE_AGAIN }, readEstimate);
}

type Answer = (prompt: Prompt) => Promise<ModelReply>;

/** What can be read in the answer, or in the one to a second question that says what was wrong; null when in neither. */
async function askTwice<Read>(
  answer: Answer,
  { system, question, again }: { readonly system: string; readonly question: string; readonly again: string },
  read: (text: string) => Read | null,
): Promise<Read | null> {
  const asked: ModelMessage = { role: "user", text: question };
  const first = await answer({ system, messages: [asked], tools: [] });
  const found = read(first.text);
  if (found !== null) return found;
  const exchange: ModelMessage[] = [
    asked,
    { role: "assistant", text: first.text, toolCalls: [] },
    { role: "user", text: again },
  ];
  return read((await answer({ system, messages: exchange, tools: [] })).text);
}
