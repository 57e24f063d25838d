/** The conversation as turns: what was asked, which tools were called and what they answered, what was said. */
import type { ModelMessage } from "../../../runtime/ports.ts";
import { isRecord } from "../../../../schema/json.ts";

export interface ToolOutcome {
  readonly name: string;
  /** What the tool was called with, as it was carried out. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  /** The parsed answer; the text itself when it is not JSON. */
  readonly value: unknown;
}

export interface Turn {
  readonly text: string;
  /** One entry per step that called tools, with the outcomes in the order of the calls. */
  readonly rounds: readonly (readonly ToolOutcome[])[];
  /** What the assistant last said in this turn; empty while it has not. */
  readonly answer: string;
}

interface OpenTurn {
  text: string;
  rounds: ToolOutcome[][];
  answer: string;
  inputs: Map<string, unknown>;
}

/** The turns, oldest first. What stands before the first user message is left out. */
export function readTurns(messages: readonly ModelMessage[]): Turn[] {
  const turns: OpenTurn[] = [];
  for (const message of messages) {
    const current = turns.at(-1);
    if (message.role === "user") turns.push({ text: message.text, rounds: [], answer: "", inputs: new Map() });
    else if (current !== undefined && message.role === "assistant") addAssistant(current, message);
    else if (current !== undefined && message.role === "tool") addResults(current, message);
  }
  return turns;
}

function addAssistant(turn: OpenTurn, message: Extract<ModelMessage, { role: "assistant" }>): void {
  if (message.text.trim() !== "") turn.answer = message.text;
  if (message.toolCalls.length > 0) turn.rounds.push([]);
  for (const call of message.toolCalls) turn.inputs.set(call.id, call.input);
}

function addResults(turn: OpenTurn, message: Extract<ModelMessage, { role: "tool" }>): void {
  const outcomes = message.results.map(({ toolCallId, name, isError, content }): ToolOutcome => {
    const input = turn.inputs.get(toolCallId);
    return { name, input: isRecord(input) ? input : {}, isError, value: parse(content) };
  });
  const round = turn.rounds.at(-1);
  if (round === undefined) turn.rounds.push(outcomes);
  else round.push(...outcomes);
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return content;
  }
}
