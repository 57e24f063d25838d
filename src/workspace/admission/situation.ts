/** What an answer about a todo that does not run is made of, read once. */
import type { TodoRun } from "../../schema/todo.ts";
import type { StoredAgent } from "../agents/queries.ts";
import { approvalRows } from "../approvals/queries.ts";
import type { Context } from "../protocol/context.ts";
import { runningRunOf } from "../todos/run-rows.ts";
import { assignedAgents } from "../schedules/fire.ts";
import { type OccurrenceRow, openOf } from "../series/occurrence-rows.ts";
import { currentSeries, type SeriesRow } from "../series/series-rows.ts";
import { todoRow } from "../todos/queries.ts";
import type { TodoRow } from "../todos/row.ts";

export interface Situation {
  readonly now: number;
  readonly secondsLeft: number | null;
  readonly todo: TodoRow;
  /** The schedule of the todo, ended or not. */
  readonly series: SeriesRow | undefined;
  /** The occurrence that starts next: it waits for a place, is due, or is planned. */
  readonly next: OccurrenceRow | undefined;
  /** The moment for which it is judged: now, or when the planned one comes due. Milliseconds. */
  readonly at: number;
  /** The agent that is to run it; an archived one where no other is assigned. */
  readonly agent: StoredAgent | undefined;
  /** The run of the todo that is going on, unless it is that of the next occurrence. */
  readonly before: TodoRun | undefined;
  /** Pending approvals of that run, with the moment at which each expires. */
  readonly asked: readonly { readonly id: string; readonly expiresAt: string }[];
}

/** Throws 404. */
export function readSituation(context: Context, todoId: string): Situation {
  const { sql, now, secondsLeft } = context;
  const todo = todoRow(sql, todoId);
  const series = currentSeries(sql, todo.id);
  const next = series === undefined ? undefined : nextOf(context, series);
  const running = runningRunOf(sql, todo.id);
  const before = running?.id === next?.runId ? undefined : running;
  const agents = assignedAgents(context, todo.id);
  const present = series === undefined ? agents[0] : agents.find(({ isArchived }) => !isArchived);
  return {
    now,
    secondsLeft,
    todo,
    series,
    next,
    at: next?.status === "scheduled" ? Math.max(now, next.scheduledFor) : now,
    agent: present ?? agents[0],
    before,
    asked: before === undefined ? [] : askedIn(context, before.chatId),
  };
}

function nextOf({ sql }: Context, { id }: SeriesRow): OccurrenceRow | undefined {
  const { started, waiting, planned } = openOf(sql, id);
  return started?.status === "queued" ? started : (waiting ?? planned);
}

/** What people have to decide in a chat. */
export function askedIn({ sql, now }: Context, chatId: string): Situation["asked"] {
  const filter = { status: "pending", chatId, agentId: null, before: Number.MAX_SAFE_INTEGER } as const;
  return approvalRows(sql, filter, most, now).map(({ approval }) => approval);
}

/** When the last of them expires; null without any. Milliseconds. */
export function lastExpiry(asked: Situation["asked"]): number | null {
  return asked.length === 0 ? null : Math.max(...asked.map(({ expiresAt }) => Date.parse(expiresAt)));
}

/** More calls than one step of an agent has. */
const most = 100;
