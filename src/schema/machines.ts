/**
 * The lives of chats, turns, runs, approvals and occurrences as data: which events may come in which states, and what follows. The
 * rules take their statements from here (`src/workspace/protocol/transitions.ts`), so nothing changes in a way that is not declared here.
 */
import type { Approval } from "./app.ts";
import type { ChatStatus } from "./chat.ts";
import type { ScheduledOccurrence } from "./schedule.ts";
import type { TodoRun } from "./todo.ts";

export interface Machine<State extends string, Event extends string> {
  /** What it is the life of, in the singular. */
  readonly name: string;
  /** The state in which one is made. */
  readonly first: State;
  readonly events: Readonly<Record<Event, { readonly from: readonly State[]; readonly to: State }>>;
}

export type RunStatus = TodoRun["status"];
export type TurnState = RunStatus | "queued" | "awaiting_input";
type ApprovalStatus = Approval["status"];
type OccurrenceStatus = ScheduledOccurrence["status"];

/** How a run ends, and with it its turn, its chat and its occurrence. */
export type Ending = "complete" | "fail" | "cancel" | "timeOut";

const live = ["queued", "running", "awaiting_input"] as const;

/** One time that an agent is set to work in a chat. `begin`: a worker takes it, also again after a crash. */
export const turnMachine: Machine<TurnState, "begin" | "ask" | "resume" | Ending> = {
  name: "turn",
  first: "queued",
  events: {
    begin: { from: ["queued", "running"], to: "running" },
    ask: { from: ["running"], to: "awaiting_input" },
    resume: { from: ["awaiting_input"], to: "running" },
    complete: { from: ["running"], to: "completed" },
    fail: { from: live, to: "failed" },
    cancel: { from: live, to: "cancelled" },
    timeOut: { from: live, to: "timed_out" },
  },
};

/** A chat shows its newest turn; a message after the end of one begins the next. */
export const chatMachine: Machine<ChatStatus, "begin" | "ask" | "resume" | Ending | "message"> = {
  name: "chat",
  first: "queued",
  events: {
    complete: { from: ["running"], to: "completed" },
    fail: { from: live, to: "failed" },
    cancel: { from: live, to: "cancelled" },
    timeOut: { from: live, to: "failed" },
    begin: { from: ["queued", "running"], to: "running" },
    ask: { from: ["running"], to: "awaiting_input" },
    resume: { from: ["awaiting_input"], to: "running" },
    message: { from: ["completed", "failed", "cancelled"], to: "queued" },
  },
};

/** The turn of an agent on a todo, as the todo shows it. */
export const runMachine: Machine<RunStatus, Ending> = {
  name: "run",
  first: "running",
  events: {
    complete: { from: ["running"], to: "completed" },
    fail: { from: ["running"], to: "failed" },
    cancel: { from: ["running"], to: "cancelled" },
    timeOut: { from: ["running"], to: "timed_out" },
  },
};

/** What an agent wants to do and may not without a person. */
export const approvalMachine: Machine<ApprovalStatus, "approve" | "edit" | "reject" | "respond" | "expire" | "cancel"> =
  {
    name: "approval",
    first: "pending",
    events: {
      approve: { from: ["pending"], to: "approved" },
      edit: { from: ["pending"], to: "edited" },
      reject: { from: ["pending"], to: "rejected" },
      respond: { from: ["pending"], to: "responded" },
      expire: { from: ["pending"], to: "expired" },
      cancel: { from: ["pending"], to: "cancelled" },
    },
  };

/**
 * One planned time of a schedule. `wait`: it is due and has not been started; `start`: an agent was set to work on it; `comeAgain`:
 * its time is still to come after all, because the clock was set back; `completeByHand`: a person has done what it was for.
 */
export const occurrenceMachine: Machine<
  OccurrenceStatus,
  "wait" | "start" | "begin" | "complete" | "fail" | "cancel" | "skip" | "miss" | "comeAgain" | "completeByHand"
> = {
  name: "occurrence",
  first: "scheduled",
  events: {
    wait: { from: ["scheduled", "queued"], to: "queued" },
    start: { from: ["queued"], to: "queued" },
    begin: { from: ["queued"], to: "running" },
    complete: { from: ["queued", "running"], to: "completed" },
    fail: { from: ["queued", "running"], to: "failed" },
    cancel: { from: ["scheduled", "queued", "running"], to: "cancelled" },
    skip: { from: ["scheduled", "queued"], to: "skipped" },
    miss: { from: ["scheduled"], to: "missed" },
    comeAgain: { from: ["skipped", "missed"], to: "scheduled" },
    completeByHand: { from: ["scheduled", "queued", "missed"], to: "completed" },
  },
};
