/** The built-in rules engine behind the port `Model`: text → intent → (tool calls | answer), the same every time. */
import type { Model, ModelReply, ModelRequest } from "../../runtime/ports.ts";
import { cannotLook, introduction, notUnderstood, notUnderstoodAgain } from "./shared/answers.ts";
import { digestAside } from "./capture/aside.ts";
import { contextOf, readTurns, type Turn } from "./shared/conversation.ts";
import { describeConversation } from "./describe.ts";
import { isWhichQuestion } from "./act/find.ts";
import type { Intent, Present } from "./shared/intents.ts";
import { readMessage } from "./read/message.ts";
import { nextStep } from "./shared/play.ts";
import { perform } from "./act/perform.ts";

/** The engine. It keeps nothing between calls and reaches nothing but the tools of the request. */
export function createBuiltinModel(): Model {
  return {
    name: "builtin",
    isLocal: true,
    step: async (request, signal) => {
      signal.throwIfAborted();
      return step(request);
    },
    describe: async (messages, signal) => {
      signal.throwIfAborted();
      return describeConversation(messages);
    },
    summarise: async (source, signal) => {
      signal.throwIfAborted();
      return digestAside(source, signal);
    },
  };
}

function step({ messages, tools, now, timezone }: ModelRequest): ModelReply {
  const all = readTurns(messages);
  const current = all.at(-1);
  if (current === undefined) return { text: notUnderstood, toolCalls: [] };
  const turns = all.slice(0, -1);
  const present = { now, timezone };
  const said = current.text.trim().split("\n")[0] ?? "";
  const stage = { said, context: contextOf(turns), present, turns };
  const reply = nextStep(perform(intentOf(all, present), stage), current.rounds, tools);
  return { ...reply, text: seen(inShort(reply.text, turns), current) };
}

/** An answer to what came with images says that nobody has looked at them. */
function seen(text: string, { hasImages }: Turn): string {
  return hasImages && text !== "" ? `${cannotLook}\n\n${text}` : text;
}

/** The long refusal is for a caller who has not read what the engine is. */
function inShort(text: string, turns: readonly Turn[]): string {
  const introduced = turns.some(({ answer }) => answer.includes(introduction));
  return introduced ? text.replace(notUnderstood, notUnderstoodAgain) : text;
}

/** A bare number answers the question which todo. */
function intentOf(turns: readonly Turn[], present: Present): Intent {
  const intent = readMessage(turns.at(-1)?.text ?? "", present);
  if (intent.kind !== "pick") return intent;
  const before = turns.slice(0, -1);
  const asked = isWhichQuestion(before.at(-1)?.answer ?? "") ? intentOf(before, present) : null;
  if (asked?.kind === "change") return { ...asked, reference: { by: "numbers", numbers: intent.numbers } };
  const [number] = intent.numbers;
  const text = `What shall I do with number ${number}? For example \`complete ${number}\` or \`archive ${number}\`.`;
  return { kind: "say", text };
}
