/** Several todos in one message: a heading that asks for todos and a list, or nothing but task-list items. */
import { withoutFiller } from "../clean.ts";
import type { Draft, Intent, Present } from "../intents.ts";
import { readDay } from "./dates.ts";
import { readDraft, takeList } from "./drafts.ts";

type Shared = Pick<Draft, "listName" | "dueDate">;

const MOST = 50;
/** Longer lines are prose, whatever stands before them. */
const LONGEST_LINE = 1000;
const TASK = /^\s*[-*+]\s+\[ \]\s+(.+)$/;
const CLOSED_TASK = /^\s*[-*+]\s+\[[xX]\]\s+/;
const BULLET = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(.+)$/;
const HEADING =
  /^(?:(?:add|create|make|note|new)\s+)?(?:(?:these|the following|some|my|\d+)\s+)?(?:new\s+)?(?:todos?|to-dos?|tasks?|items?|reminders?)\b(.*?)[:\s]*$/i;
const ADD_HEADING =
  /^(?:add|create|note|remind (?:me|us))(?:\s+(?:these|this|the following))?(?:\s+(?:to|of|about)\b(.*?))?\s*:\s*$/i;
/** `TODO: a; b` is one todo, "create todos: a, b and c" is several: only the plural splits a line. */
const INLINE =
  /^(?:add|create|make|new)\s+(?:(?:these|the following|some|\d+)\s+)?(?:new\s+)?(?:todos|to-dos|tasks|reminders)\b([^:]*):\s*(.+)$/i;

/** A create intent for several todos; null when the message is no such list. */
export function readMany(text: string, present: Present): Intent | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.some((line) => line.length > LONGEST_LINE)) return null;
  if (lines.length === 1) return readInline(withoutFiller(lines[0] ?? ""), present);
  const [first = "", ...others] = lines;
  const heading = headingOf(withoutFiller(first), present);
  const plain = /:\s*$|^(?:add|create|make|note|new|remind)\b/i.test(withoutFiller(first));
  if (heading !== null && (plain || others.every((line) => BULLET.test(line))))
    return toIntent(others, heading, present);
  const allTasks = lines.every((line) => TASK.test(line) || CLOSED_TASK.test(line));
  return allTasks ? toIntent(lines, {}, present) : null;
}

/** What a heading says about all of its items; null when it says more than that. */
function headingOf(line: string, present: Present): Shared | null {
  const match = HEADING.exec(line) ?? ADD_HEADING.exec(line);
  return match === null ? null : readShared(match[1] ?? "", present);
}

function readShared(text: string, present: Present): Shared | null {
  const { rest, value } = takeList(` ${text.replace(/:\s*$/, "")}`);
  const more = rest.trim().replace(/^(?:for me|please|for|to)$/i, "");
  if (value !== null) return more === "" ? { listName: value } : null;
  const dueDate = readDay(more.replace(/^for\s+/i, ""), present);
  if (dueDate !== null) return { dueDate };
  const name = /^for\s+(?:the\s+|my\s+)?(.{1,60})$/i.exec(more)?.[1];
  if (name !== undefined) return { listName: name };
  return more === "" ? {} : null;
}

function readInline(sentence: string, present: Present): Intent | null {
  if (TASK.test(sentence)) return toIntent([sentence], {}, present);
  const match = INLINE.exec(sentence);
  if (match === null) return null;
  const items = (match[2] ?? "").split(/\s*(?:;|,\s*and\b|,|\band\b)\s*/i).filter((item) => item !== "");
  const shared = readShared(match[1] ?? "", present);
  return shared === null ? null : toIntent(items, shared, present);
}

function toIntent(lines: readonly string[], shared: Shared, present: Present): Intent | null {
  const items = lines
    .filter((line) => !CLOSED_TASK.test(line))
    .map((line) => TASK.exec(line)?.[1] ?? BULLET.exec(line)?.[1] ?? line);
  if (items.length > MOST) {
    return {
      kind: "say",
      text: `These are ${items.length} lines; I create at most ${MOST} todos at once. Nothing was created.`,
    };
  }
  const drafts = items.flatMap((item): Draft[] => {
    const draft = readDraft(item, present);
    return draft === null ? [] : [{ ...shared, ...draft }];
  });
  return drafts.length === 0 ? null : { kind: "create", drafts, unsure: false };
}
