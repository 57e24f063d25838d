/** The next page of the last list. What was shown and how it was asked for stands in the conversation. */
import type { ToolOutcome, Turn } from "../conversation.ts";
import { moreLine, numbered, numberedTitles, offersMore, PAGE } from "../format.ts";
import type { Present } from "../intents.ts";
import type { Play } from "../play.ts";
import { type Extent, extentOf, problemOf, todosOf } from "../todo.ts";
import { listing } from "./look.ts";
import { agentLines, bulletsIn, listLines } from "./records.ts";

/** Todos that fit into one result of a tool; without cursors nothing beyond them can be read. */
const REACH = 18;

/** `turns` are those before the current one; `cursors`: whether list_todos takes a cursor. */
export function* showMore(turns: readonly Turn[], cursors: boolean, present: Present): Play {
  const at = turns.findLastIndex((turn) => isListing(turn));
  const turn = turns[at];
  if (turn === undefined) return "There is no list to go on with. Say `what is open` to begin one.";
  if (!offersMore(turn.answer)) return "That was the whole list.";
  const last = turn.rounds.flat().findLast(isList);
  if (last?.name === "list_todos") return yield* moreTodos(turn, last, cursors, present);
  return yield* moreRecords(turns.slice(0, at + 1), last?.name ?? "");
}

function* moreTodos(turn: Turn, last: ToolOutcome, cursors: boolean, present: Present): Play {
  const from = numberedTitles(turn.answer).at(-1)?.number ?? 0;
  const { limit: _limit, include: _include, cursor: _cursor, ...filter } = last.input;
  const { cursor } = extentOf(last);
  const paged = cursors && cursor !== null;
  if (!paged && from >= REACH) return tooFar(extentOf(last), from);
  const call = listing(paged ? { ...filter, cursor } : filter);
  const limit = paged ? PAGE : Math.min(from + PAGE, REACH);
  const [outcome] = yield [{ ...call, input: { ...call.input, limit } }];
  const problem = problemOf(outcome);
  if (problem !== null) return `I could not look at the todos: ${problem}`;
  const todos = todosOf(outcome).slice(paged ? 0 : from);
  const extent = extentOf(outcome);
  const shown = from + todos.length;
  if (todos.length === 0) return extent.more ? tooFar(extent, from) : "That was the whole list.";
  const left = extent.total === null ? (extent.more ? null : 0) : Math.max(0, extent.total - shown);
  return `${from + 1} to ${shown}:\n\n${numbered(todos, present, from)}${moreLine(left)}`;
}

function tooFar({ total }: Extent, from: number): string {
  const left = total === null ? "There are more todos" : `${total - from} more todos match`;
  return `${left}, and I can not show them here. Ask for fewer: \`what is due this week\`, \`show urgent todos\`, \`find …\`.`;
}

/** Lists and agents come on one page; how many were shown stands in the answers so far. */
function* moreRecords(turns: readonly Turn[], name: string): Play {
  const start = turns.findLastIndex((turn) => turn.answer.startsWith("The "));
  const from = turns.slice(Math.max(0, start)).reduce((sum, { answer }) => sum + bulletsIn(answer), 0);
  const [outcome] = yield [{ name, input: {} }];
  const problem = problemOf(outcome);
  if (problem !== null) return `I could not go on: ${problem}`;
  const lines = (name === "list_agents" ? agentLines(outcome) : listLines(outcome)).slice(from);
  if (lines.length === 0) return "That was the whole list.";
  return `${lines.slice(0, PAGE).join("\n")}${moreLine(Math.max(0, lines.length - PAGE))}`;
}

function isListing(turn: Turn): boolean {
  return numberedTitles(turn.answer).length > 0 || (bulletsIn(turn.answer) > 0 && turn.rounds.flat().some(isList));
}

function isList({ name }: ToolOutcome): boolean {
  return name === "list_todos" || name === "list_todo_lists" || name === "list_agents";
}
