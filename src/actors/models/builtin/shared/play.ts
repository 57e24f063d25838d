/**
 * A play is what the engine does about one message, written as a generator: it yields the calls of a step, receives their
 * outcomes and returns the answer. It is run from its start at every step with the outcomes the conversation holds, so that
 * the messages are the only state.
 */
import type { ModelReply, ModelTool } from "../../../runtime/ports.ts";
import { missingTool, stopped } from "./answers.ts";
import type { ToolOutcome } from "./records.ts";

export interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The play can do without: when the tool is not given, the step is passed over. */
  readonly optional?: true;
}

export type Play = Generator<readonly Call[], string, readonly ToolOutcome[]>;

/** No message is worth more steps than this; the longest play has that many. */
const MOST_ROUNDS = 12;

/** The next step of a play: its calls, or its answer. Calls are made only to the given tools. */
export function nextStep(
  play: Play,
  rounds: readonly (readonly ToolOutcome[])[],
  tools: readonly ModelTool[],
): ModelReply {
  const lacks = ({ name }: Call): boolean => tools.every((tool) => tool.name !== name);
  const passOver = (state: IteratorResult<readonly Call[], string>): IteratorResult<readonly Call[], string> => {
    let next = state;
    while (next.done !== true && next.value.some((call) => call.optional === true && lacks(call))) next = play.next([]);
    return next;
  };
  let state = passOver(play.next());
  for (const outcomes of rounds) {
    if (state.done === true) break;
    if (!answers(outcomes, state.value)) return say(stopped);
    state = passOver(play.next(outcomes));
  }
  if (state.done === true) return say(state.value);
  const missing = state.value.find(lacks);
  if (missing !== undefined) return say(missingTool(missing.name));
  if (rounds.length >= MOST_ROUNDS) return say(stopped);
  const toolCalls = state.value.map(({ name, input }, index) => ({
    id: `builtin_${rounds.length}_${index}`,
    name,
    input,
  }));
  return { text: "", toolCalls };
}

/** Whether the recorded outcomes belong to these calls. */
function answers(outcomes: readonly ToolOutcome[], calls: readonly Call[]): boolean {
  return outcomes.length === calls.length && outcomes.every((outcome, index) => outcome.name === calls[index]?.name);
}

function say(text: string): ModelReply {
  return { text, toolCalls: [] };
}
