/** The fields of a record that an undo puts back, as the body of the operation that changes it. */
import type { UndoAnswer } from "../../schema/history.ts";
import type { ScheduleInput } from "../../schema/schedule.ts";
import type { TodoAssignee } from "../../schema/todo.ts";
import { toInstant } from "../time/instant.ts";
import type { Schedule } from "../time/recurrence/recurrence.ts";
import type { Entry } from "./entries.ts";

/** Why a change is left as it is, or only some of its fields. */
export interface Refusal {
  readonly reason: UndoAnswer["left"][number]["reason"];
  readonly why: string;
  readonly fields?: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

interface Back {
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether it is to be archived or to come back; null when that stays. */
  readonly isArchived: boolean | null;
  readonly left: readonly Refusal[];
}

/** What is put back of a change, and what is not. */
export function fieldsBack(
  { kind, before, after }: Pick<Entry, "kind" | "before" | "after">,
  now: Fields,
  at: number,
): Back {
  const changed = setFields(after);
  const isBack = (name: string): boolean => isSame(now[name], after?.[name]);
  // What is as it was before need not go back.
  const since = changed.filter((name) => !isBack(name) && !isSame(now[name], before?.[name]));
  const back = changed.filter((name) => isBack(name) && name !== "isArchived");
  const parts: Part[] = [];
  const left: Refusal[] = since.length === 0 ? [] : [{ reason: "changed_since", why: "", fields: since }];
  if (since.length === 0 && !changed.some(isBack)) left.push({ reason: "done", why: "It is as it was before." });
  for (const name of back) {
    const part = partOf(kind, name, { from: before?.[name], all: before ?? {}, now, at });
    if (isRefusal(part)) left.push({ ...part, fields: [name] });
    else parts.push(part);
  }
  const isArchived = changed.includes("isArchived") && isBack("isArchived") ? before?.["isArchived"] === true : null;
  return { body: mergedBody(parts), isArchived, left };
}

/** The names of the fields that somebody sets. */
export function setFields(image: Fields | null): string[] {
  return Object.keys(image ?? {}).filter((name) => name !== "version");
}

/** True for values that read the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

type Part = Readonly<Record<string, unknown>>;

interface Field {
  /** What the field was. */
  readonly from: unknown;
  /** All fields of the change as they were. */
  readonly all: Fields;
  /** The record as it is. */
  readonly now: Fields;
  readonly at: number;
}

/** Cleared fields of agents and skills are named in one list. */
function mergedBody(parts: readonly Part[]): Part {
  const clear = parts.flatMap((part) => (part["clear"] ?? []) as string[]);
  return { ...Object.assign({}, ...parts), ...(clear.length > 0 && { clear }) };
}

function partOf(kind: Entry["kind"], name: string, field: Field): Part | Refusal {
  const { from } = field;
  if (kind === "agent" && agentSettingFields.includes(name)) return { [name]: from ?? null };
  if (kind === "todo" && name in todoFields) return todoFields[name]?.(field) ?? {};
  if ((kind === "agent" || kind === "agent_skill") && from === null) return { clear: [name] };
  if (generated[kind]?.includes(name) === true) return final("What was generated is generated again, not undone.");
  if (kind === "chat" && from === null) return final("A chat that has a title keeps one.");
  return { [name]: from };
}

/** Fields of an agent that its settings have. */
export const agentSettingFields: readonly string[] = ["model", "fallbackModel", "tools", "budget"];

const generated: Readonly<Partial<Record<Entry["kind"], readonly string[]>>> = {
  capture: ["subtitle", "summary", "type", "language"],
  chat: ["subtitle"],
};

const todoFields: Readonly<Record<string, (field: Field) => Part | Refusal>> = {
  title: ({ from }) => (from === null ? final("A todo that has a title keeps one.") : { title: from }),
  content: ({ from }) => ({ content: from ?? "" }),
  isSuggested: () => final("A suggestion that was accepted stays a todo."),
  assignees: ({ from, now }) => assigneesBack(from as TodoAssignee[], now["assignees"] as TodoAssignee[]),
  schedule: ({ from, all, now, at }) =>
    scheduleBack(from as Schedule | null, (all["schedulePaused"] ?? now["schedulePaused"]) === true, at),
  schedulePaused: ({ from, all, now }) =>
    "schedule" in all || now["schedule"] === null ? {} : { schedulePaused: from === true },
};

function assigneesBack(from: readonly TodoAssignee[], now: readonly TodoAssignee[]): Part | Refusal {
  const known = new Set(now.map(({ id }) => id));
  const starts = from.some(({ id, type }) => type === "agent" && !known.has(id));
  if (starts) return final("Assigning an agent starts it: assign it again yourself.");
  return { assignees: from };
}

/** A schedule comes back as a new series, and nothing that passed is caught up. */
function scheduleBack(from: Schedule | null, isPaused: boolean, at: number): Part | Refusal {
  if (from === null) return { schedule: null };
  if (from.type === "one_off" && from.runAt <= at) return final("The time for which it was scheduled has passed.");
  return { schedule: inputOf(from), ...(isPaused && { schedulePaused: true }) };
}

function inputOf({ timezone, message, overlapPolicy, catchUpPolicy, ...rest }: Schedule): ScheduleInput {
  const policies = { timezone, overlapPolicy, catchUpPolicy, ...(message !== null && { message }) };
  return rest.type === "one_off"
    ? { runAt: toInstant(rest.runAt), ...policies }
    : { rrule: rest.rrule, startsAt: rest.startsAt, ...policies };
}

function isRefusal(part: Part | Refusal): part is Refusal {
  return "reason" in part;
}

function final(why: string): Refusal {
  return { reason: "final", why };
}
