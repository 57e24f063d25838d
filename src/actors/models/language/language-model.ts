/** A language model behind the port `Model`: one call to the provider per step. */
import type { Clock, Description, Model, ModelMessage, ModelReply, ModelRequest } from "../../ports.ts";
import { localTime } from "../../turns/local-time.ts";
import { describeConversation } from "../builtin/describe.ts";
import { type Prompt, ask } from "./ask.ts";
import { DESCRIBE_AGAIN, DESCRIBE_SYSTEM, readDescription, transcriptOf } from "./describe.ts";
import type { SdkModel } from "./provider.ts";
import { toReply } from "./reply.ts";
import { withRetries } from "./retry.ts";

/** The model named `name`; `sdkModel` is the provider's model object. Time limits and pauses run on `clock`. */
export function createLanguageModel(name: string, sdkModel: SdkModel, clock: Clock): Model {
  const answer = async (prompt: Prompt, signal: AbortSignal): Promise<ModelReply> =>
    toReply(await withRetries(clock, signal, (limited) => ask(sdkModel, prompt, limited)));
  return {
    name,
    step: (request, signal) =>
      answer({ system: systemOf(request), messages: request.messages, tools: request.tools }, signal),
    describe: (messages, signal) => describe(messages, (prompt) => answer(prompt, signal)),
  };
}

/** The standing instructions and, last because it changes, the time. */
function systemOf({ system, now, timezone }: ModelRequest): string {
  const time = `It is now ${localTime(now, timezone)} (time zone ${timezone}).`;
  return system === "" ? time : `${system}\n\n${time}`;
}

/** Two tries to get a usable answer, then the rules engine's description. */
async function describe(
  messages: readonly ModelMessage[],
  answer: (prompt: Prompt) => Promise<ModelReply>,
): Promise<Description> {
  const question: ModelMessage = { role: "user", text: transcriptOf(messages) };
  if (question.text === "") return describeConversation(messages);
  const first = await answer({ system: DESCRIBE_SYSTEM, messages: [question], tools: [] });
  const described = readDescription(first.text);
  if (described !== null) return described;
  const exchange: ModelMessage[] = [
    question,
    { role: "assistant", text: first.text, toolCalls: [] },
    { role: "user", text: DESCRIBE_AGAIN },
  ];
  const second = await answer({ system: DESCRIBE_SYSTEM, messages: exchange, tools: [] });
  return readDescription(second.text) ?? describeConversation(messages);
}
