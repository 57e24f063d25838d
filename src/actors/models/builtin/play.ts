/**
 * A play is what the engine does about one message, written as a generator: it yields the calls of a step, receives their
 * outcomes and returns the answer. It is run from its start at every step with the outcomes the conversation holds, so that
 * the messages are the only state.
 */
import type { ModelReply, ModelTool } from "../../ports.ts";
import { missingTool, stopped } from "./answers.ts";
import type { ToolOutcome } from "./conversation.ts";

export interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export type Play = Generator<readonly Call[], string, readonly ToolOutcome[]>;

/** No message is worth more steps than this; the longest play has that many. */
const MOST_ROUNDS = 4;

/** The next step of a play: its calls, or its answer. Calls are made only to the given tools. */
export function nextStep(
  play: Play,
  rounds: readonly (readonly ToolOutcome[])[],
  tools: readonly ModelTool[],
): ModelReply {
  let state = play.next();
  for (const outcomes of rounds) {
    if (state.done === true) break;
    if (!answers(outcomes, state.value)) return say(stopped);
    state = play.next(outcomes);
  }
  if (state.done === true) return say(state.value);
  const missing = state.value.find((call) => tools.every((tool) => tool.name !== call.name));
  if (missing !== undefined) return say(missingTool(missing.name));
  if (rounds.length >= MOST_ROUNDS) return say(stopped);
  const toolCalls = state.value.map((call, index) => ({ id: `builtin_${rounds.length}_${index}`, ...call }));
  return { text: "", toolCalls };
}

/** Whether the recorded outcomes belong to these calls. */
function answers(outcomes: readonly ToolOutcome[], calls: readonly Call[]): boolean {
  return outcomes.length === calls.length && outcomes.every((outcome, index) => outcome.name === calls[index]?.name);
}

function say(text: string): ModelReply {
  return { text, toolCalls: [] };
}
