/** The built-in rules engine behind the port `Model`: text → intent → (tool calls | answer), the same every time. */
import type { Model, ModelReply, ModelRequest } from "../../ports.ts";
import { notUnderstood } from "./answers.ts";
import { contextOf } from "./context.ts";
import { type Turn, readTurns } from "./conversation.ts";
import { describeConversation } from "./describe.ts";
import type { Intent, Present } from "./intents.ts";
import { parse } from "./parse/parse.ts";
import { nextStep } from "./play.ts";
import { isQuestion } from "./plays/change-words.ts";
import { playOf } from "./plays/play-of.ts";

/** The engine. It keeps nothing between calls and reaches nothing but the tools of the request. */
export function createBuiltinModel(): Model {
  return {
    name: "builtin",
    step: async (request, signal) => {
      signal.throwIfAborted();
      return step(request);
    },
    describe: async (messages, signal) => {
      signal.throwIfAborted();
      return describeConversation(messages);
    },
  };
}

function step({ messages, tools, now, timezone }: ModelRequest): ModelReply {
  const turns = readTurns(messages);
  const current = turns.at(-1);
  if (current === undefined) return { text: notUnderstood, toolCalls: [] };
  const present = { now, timezone };
  const scene = { said: current.text.trim().split("\n")[0] ?? "", context: contextOf(turns.slice(0, -1)), present };
  return nextStep(playOf(intentOf(turns, present), scene), current.rounds, tools);
}

/** What the last message asks for; a bare number completes the question before it. */
function intentOf(turns: readonly Turn[], present: Present): Intent {
  const intent = parse(turns.at(-1)?.text ?? "", present);
  if (intent.kind !== "pick") return intent;
  const before = turns.slice(0, -1);
  const asked = isQuestion(before.at(-1)?.answer ?? "") ? intentOf(before, present) : null;
  if (asked?.kind === "change") return { ...asked, target: { by: "number", numbers: intent.numbers } };
  const [number] = intent.numbers;
  return {
    kind: "say",
    text: `What shall I do with number ${number}? For example \`complete ${number}\` or \`archive ${number}\`.`,
  };
}
