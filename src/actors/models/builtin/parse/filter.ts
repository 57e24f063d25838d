/** Takes the filters out of a question; what is left tells whether the question was understood. */
import type { Filter, Present, Priority } from "../intents.ts";
import { type Taken, takeList, toPriority } from "./drafts.ts";
import { takePeriod } from "./period.ts";
import { takeSince } from "./since.ts";
import { takeSort } from "./sort.ts";

export interface TakenFilter {
  readonly filter: Filter;
  /** Whether the sentence held any filter at all. */
  readonly some: boolean;
  readonly rest: string;
  /** Why the filter can not be used; the rest is of no use then. */
  readonly problem: string | null;
}

type Status = NonNullable<Filter["status"]>;

const STATUSES: readonly (readonly [RegExp, Status, string])[] = [
  [
    /\b(?:to be|(?:to|must|should|needs?|can)\s+(?:be |get )?)\s*(?:done|finish(?:ed)?|completed?)\b/i,
    "active",
    "open",
  ],
  [/\bdid (?:i|we) (?:do|get done|achieve|accomplish)\b/i, "done", "done"],
  [/\b(?:in[ -]progress|started|ongoing|under way|being worked on)\b/i, "in_progress", "started"],
  [
    /\b(?:not (?:yet )?(?:done|finished|complete)|unfinished|incomplete|open|active|pending|outstanding|left|remaining)\b/i,
    "active",
    "open",
  ],
  [/\b(?:not (?:yet )?started|ready)\b/i, "ready", "ready"],
  [/\b(?:done|completed|finished|closed|complete|finish)\b/i, "done", "done"],
];

/** The filter in the sentence; without a status it is `status`, which may be none. */
export function takeFilter(text: string, present: Present, status: Status | null): TakenFilter {
  const sorting = takeSort(text);
  const list = takeListName(sorting === null || typeof sorting === "string" ? text : sorting.rest);
  const since = takeSince(list.rest, present);
  const problem = [sorting, since].find((each) => typeof each === "string") ?? null;
  if (typeof sorting === "string" || typeof since === "string")
    return { filter: { adjective: "", tail: "" }, some: false, rest: text, problem };
  const period = since === null ? takePeriod(list.rest, present) : null;
  const shelf = takeArchived(period?.rest ?? since?.rest ?? list.rest);
  const state = takeStatus(shelf.rest);
  const priority = takePriorityWord(state.rest);
  const people = takePeople(priority.rest);
  const free = shelf.archived || (since !== null && state.status === null);
  const chosen = state.status ?? (free ? null : period === null ? status : "active");
  const { tail: periodTail, ...days } = period?.period ?? { tail: "" };
  const overdue = periodTail === "overdue" && chosen === "active";
  const filter: Filter = {
    ...(chosen === null ? {} : { status: chosen }),
    ...(priority.priority === null ? {} : { priority: priority.priority }),
    ...(list.value === null ? {} : { listName: list.value }),
    ...days,
    ...people.filter,
    ...since?.filter,
    ...(shelf.archived ? { includeArchived: true as const } : {}),
    ...(period === null ? {} : { sort: "dueDate" as const }),
    ...sorting?.filter,
    adjective: [
      shelf.archived ? "archived" : "",
      overdue ? periodTail : adjectiveOf(chosen),
      priority.priority === "none" ? "" : priority.priority,
    ]
      .filter(Boolean)
      .join(" "),
    tail: [
      overdue ? "" : periodTail,
      since?.tail,
      priority.priority === "none" ? "without a priority" : "",
      people.tail,
    ]
      .filter(Boolean)
      .join(" "),
  };
  const { adjective: _adjective, tail: _tail, status: _assumed, ...named } = filter;
  const some = state.status !== null || Object.keys(named).length > 0;
  return { filter, some, rest: people.rest, problem: null };
}

/** In a question a capitalised name at the end is a list too: "what is open in Groceries". */
function takeListName(text: string): Taken<string> {
  const list = takeList(text);
  if (list.value !== null) return list;
  const named = /\s+in\s+(?:the\s+|my\s+)?["“]?(\p{Lu}[\p{L}\p{N} &'-]*)["”]?\s*$/u.exec(list.rest);
  if (named === null) return list;
  return { rest: list.rest.slice(0, named.index), value: named[1]?.trim() ?? null };
}

function takeArchived(text: string): { rest: string; archived: boolean } {
  const rest = text.replace(/\b(?:archived|deleted|removed)\b/i, " ");
  return { rest, archived: rest !== text };
}

function adjectiveOf(status: Status | null): string {
  return STATUSES.find(([, each]) => each === status)?.[2] ?? "";
}

function takeStatus(text: string): { rest: string; status: Status | null } {
  for (const [pattern, status] of STATUSES) {
    if (pattern.test(text)) return { rest: text.replace(pattern, " "), status };
  }
  return { rest: text, status: null };
}

function takePriorityWord(text: string): { rest: string; priority: Priority | "none" | null } {
  const none = /\b(?:without|no)(?: a)? priority\b/i;
  if (none.test(text)) return { rest: text.replace(none, " "), priority: "none" };
  const pattern = /\b(?:with )?(?:a )?(urgent|important|high|medium|normal|low)(?:[ -]prio(?:rity)?)?\b/i;
  const match = pattern.exec(text);
  if (match === null) return { rest: text, priority: null };
  return { rest: text.replace(pattern, " "), priority: toPriority(match[1] ?? "") };
}

type People = { rest: string; filter: Pick<Filter, "assignedToMe" | "unassigned">; tail: string };

function takePeople(text: string): People {
  const mine = /\b(?:assigned to me|mine)\b/i;
  if (mine.test(text))
    return { rest: text.replace(mine, " "), filter: { assignedToMe: true }, tail: "assigned to you" };
  const nobody = /\b(?:unassigned|not assigned|assigned to nobody|without (?:an )?assignee)\b/i;
  if (nobody.test(text))
    return { rest: text.replace(nobody, " "), filter: { unassigned: true }, tail: "assigned to nobody" };
  return { rest: text, filter: {}, tail: "" };
}
