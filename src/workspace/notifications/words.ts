/** What a notification says. */
import { capitalised, quote } from "../approvals/words.ts";
import type { Notification } from "../../schema/notification.ts";

export interface Named {
  /** Title of the todo, or its text; null without a todo, and where it must not be named. */
  readonly todo: string | null;
  /** Name of the agent; null without one. */
  readonly agent: string | null;
}

/** What happened, in one sentence on one line. */
export function sentenceOf(kind: Notification["kind"], named: Named): string {
  const todo = named.todo === null ? "a todo" : quote(named.todo);
  return sentences[kind](todo, named.agent ?? "An agent", named.todo !== null);
}

type Sentence = (todo: string, agent: string, hasTodo: boolean) => string;

const sentences: Readonly<Record<Notification["kind"], Sentence>> = {
  run_completed: (todo, agent) => `${agent} has finished the scheduled run of ${todo}.`,
  run_failed: (todo) => `The scheduled run of ${todo} failed.`,
  run_timed_out: (todo) => `The scheduled run of ${todo} took too long and was stopped.`,
  todo_due: (todo) => `${capitalised(todo)} is due.`,
  series_paused: (todo) => `The schedule of ${todo} was paused.`,
  approval_waiting: (todo, agent, hasTodo) => `${agent} waits for your decision${hasTodo ? ` on ${todo}` : ""}.`,
};
