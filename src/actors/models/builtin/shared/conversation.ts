/** The conversation as turns: what was asked, called, answered and said; and what that left to refer to. */
import type { ModelMessage } from "../../../runtime/ports.ts";
import { isRecord } from "../../../../schema/common.ts";
import { numberedTitles } from "./format.ts";
import { type Todo, type ToolOutcome, todosOf } from "./records.ts";

export interface Turn {
  readonly text: string;
  /** Images came with what was asked. */
  readonly hasImages: boolean;
  /** One entry per step that called tools, with the outcomes in the order of the calls. */
  readonly rounds: readonly (readonly ToolOutcome[])[];
  /** What the assistant last said in this turn; empty while it has not. */
  readonly answer: string;
}

interface OpenTurn {
  text: string;
  hasImages: boolean;
  rounds: ToolOutcome[][];
  answer: string;
  inputs: Map<string, unknown>;
}

/** The turns, oldest first. What stands before the first user message is left out. */
export function readTurns(messages: readonly ModelMessage[]): Turn[] {
  const turns: OpenTurn[] = [];
  for (const message of messages) {
    const current = turns.at(-1);
    if (message.role === "user") turns.push(begun(message));
    else if (current !== undefined && message.role === "assistant") addAssistant(current, message);
    else if (current !== undefined && message.role === "tool") addResults(current, message);
  }
  return turns;
}

function begun({ text, images = [] }: Extract<ModelMessage, { role: "user" }>): OpenTurn {
  return { text, hasImages: images.length > 0, rounds: [], answer: "", inputs: new Map() };
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

export interface Context {
  /** The todos of the last numbered list by their numbers, its further pages included, as they were last seen. */
  readonly listed: ReadonlyMap<number, Todo>;
  /** The todo that "it" means; null when there is none or there are several. */
  readonly subject: Todo | null;
}

/** What the turns (all before the current one) allow to refer to. */
export function contextOf(turns: readonly Turn[]): Context {
  const seen = new Map<string, Todo>();
  let listed = new Map<number, Todo>();
  let subject: Todo | null = null;
  for (const turn of turns) {
    for (const todo of turn.rounds.flat().flatMap(todosOf)) seen.set(todo.id, todo);
    const list = listedIn(turn);
    const spoken = list.size > 0 ? [...list.values()] : changedIn(turn, seen);
    if (spoken.length > 0) subject = spoken.length === 1 ? (spoken[0] ?? null) : null;
    if (list.size > 0) listed = list.has(1) ? list : new Map([...listed, ...list]);
  }
  return { listed: new Map([...listed].map(([number, todo]) => [number, seen.get(todo.id) ?? todo])), subject };
}

/** The numbered lines of the answer, matched to the records that the tools gave in that turn. */
function listedIn(turn: Turn): Map<number, Todo> {
  const known = turn.rounds.flat().flatMap(todosOf);
  const listed = new Map<number, Todo>();
  for (const { number, title } of numberedTitles(turn.answer)) {
    const at = known.findIndex((todo) => todo.title === title);
    const [todo] = at === -1 ? [] : known.splice(at, 1);
    if (todo !== undefined) listed.set(number, todo);
  }
  return listed;
}

/** What the last call of the turn answered with; an archived todo is answered with no record, and known by the id of the call. */
function changedIn(turn: Turn, seen: ReadonlyMap<string, Todo>): Todo[] {
  const round = turn.rounds.at(-1) ?? [];
  const last = round.at(-1);
  if (last === undefined || last.isError || last.name !== "delete_todo") return todosOf(last);
  const archived = round.flatMap(({ input }) => seen.get(String(input["todoId"])) ?? []);
  return archived.map((todo) => ({ ...todo, isArchived: true }));
}
