/** Several todos in one message: a heading that asks for todos with a line for each, or nothing but task-list items. */
import { noTodos } from "../shared/answers.ts";
import type { Draft, Intent, Present } from "../shared/intents.ts";
import { readDraft } from "./draft.ts";
import { takeDay, takeList } from "./values.ts";

type Shared = Pick<Draft, "listName" | "dueDate">;

const MAX = 50;
/** Longer lines are prose, whatever stands before them. */
const LONGEST_LINE = 1000;
const TASK = /^\s*[-*+]\s+\[ \]\s+(.+)$/;
const CLOSED_TASK = /^\s*[-*+]\s+\[[xX]\]\s+/;
const BULLET = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(.+)$/;
const HEADING =
  /^(?:(?:add|create|make|note|new)\s+)?(?:(?:these|those|the following|some|my|a few|several)\s+)?(?:new\s+)?(?:todo|to-do|task|item|reminder)s\b(?<shared>[^:]*?):?$/i;

/** A create intent for several todos; null when the message is no such list. */
export function readLines(text: string, present: Present): Intent | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const [first = "", ...others] = lines;
  if (lines.some((line) => line.length > LONGEST_LINE)) return null;
  const shared = HEADING.exec(first.trim())?.groups?.["shared"];
  if (others.length === 0) return shared === "" && /:\s*$/.test(first) ? { kind: "say", text: noTodos } : null;
  const heading = shared === undefined ? null : readShared(shared, present);
  if (heading !== null && (/:\s*$/.test(first) || others.every((line) => BULLET.test(line))))
    return toIntent(others, heading, present);
  const areTasks = lines.every((line) => TASK.test(line) || CLOSED_TASK.test(line));
  return areTasks ? toIntent(lines, {}, present) : null;
}

/** What is said about all of the items: a list, a day; null when it is more than that. */
function readShared(text: string, present: Present): Shared | null {
  const list = takeList(` ${text}`);
  const day = takeDay(list.rest, present);
  if (day.rest.trim() !== "") return null;
  return {
    ...(list.value === null ? {} : { listName: list.value }),
    ...(day.value === null ? {} : { dueDate: day.value }),
  };
}

/** All of the lines, or a text about the first that is unclear. */
function toIntent(lines: readonly string[], shared: Shared, present: Present): Intent | null {
  const items = lines
    .filter((line) => !CLOSED_TASK.test(line))
    .map((line) => TASK.exec(line)?.[1] ?? BULLET.exec(line)?.[1] ?? line);
  if (items.length > MAX) {
    const text = `These are ${items.length} lines; I create at most ${MAX} todos at once. Nothing was created.`;
    return { kind: "say", text };
  }
  const drafts: Draft[] = [];
  for (const item of items) {
    const draft = readDraft(item, present);
    if (typeof draft === "string") return { kind: "say", text: draft };
    if (draft !== null) drafts.push({ ...shared, ...draft });
  }
  return drafts.length === 0 ? null : { kind: "create", drafts, isCertain: true };
}
