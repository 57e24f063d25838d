/** Several todos in one message: a heading that asks for todos and a list, or nothing but task-list items. */
import { noTodos } from "../answers.ts";
import { withoutFiller } from "../clean.ts";
import type { Draft, Intent, Present } from "../intents.ts";
import { readDay } from "./dates.ts";
import { readDraft, takeList } from "./drafts.ts";
import { readQuoted } from "./quoted.ts";

type Shared = Pick<Draft, "listName" | "dueDate">;

const MOST = 50;
/** Longer lines are prose, whatever stands before them. */
const LONGEST_LINE = 1000;
const TASK = /^\s*[-*+]\s+\[ \]\s+(.+)$/;
const CLOSED_TASK = /^\s*[-*+]\s+\[[xX]\]\s+/;
const BULLET = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(.+)$/;
const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const SOME = `(?:these|those|the following|some|my|a few|several|a couple of|(?<count>\\d+|${NUMBERS.join("|")}))`;
const NOUN = "(?:todo|to-do|task|item|reminder)";
const HEADING = new RegExp(
  `^(?:(?:add|create|make|note|new)\\s+)?(?:${SOME}\\s+)?(?:new\\s+)?${NOUN}s?\\b(?<shared>.*?)[:\\s]*$`,
  "i",
);
const ADD_HEADING =
  /^(?:add|create|note|remind (?:me|us))(?:\s+(?:these|this|the following))?(?:\s+(?:to|of|about)\b(?<shared>.*?))?\s*:\s*$/i;
/** `TODO: a; b` is one todo, "create todos: a, b and c" is several: only the plural splits a line. */
const INLINE = new RegExp(
  `^(?:add|create|make|new)\\s+(?:${SOME}\\s+)?(?:new\\s+)?${NOUN}s\\b(?<shared>[^:]*):\\s*(?<items>.+)$`,
  "i",
);
/** Without the word "todos" only commas part the titles: "the following: call John and Mary" is one. */
const FOLLOWING =
  /^(?:add|create|make|note)\s+(?:(?:these|those|the following)(?:\s+(?:things|ones))?)(?<shared>[^:]*):\s*(?<items>.+)$/i;
const NOTHING_LISTED = new RegExp(
  `^(?:add|create|make|note)\\s+(?:(?:new\\s+)?(?:${SOME.replace("?<count>", "?:")}\\s+)(?:new\\s+)?(?:${NOUN}s|things|ones)|(?:new\\s+)?${NOUN}s|the following|these|those)\\s*[:.!]*$`,
  "i",
);

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
  return match === null ? null : readShared(match.groups?.["shared"] ?? "", present);
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
  if (NOTHING_LISTED.test(sentence)) return { kind: "say", text: noTodos };
  const quoted = readTitles(sentence, present);
  if (quoted !== null) return quoted;
  const groups = (INLINE.exec(sentence) ?? FOLLOWING.exec(sentence))?.groups;
  if (groups === undefined) return null;
  const shared = readShared(groups["shared"] ?? "", present);
  if (shared === null) return null;
  const stated = groups["count"];
  const items = itemsOf(groups["items"] ?? "", INLINE.test(sentence), stated);
  return typeof items === "string" ? { kind: "say", text: items } : toIntent(items, shared, present);
}

/** Several titles in quotes, or one that nothing follows; what follows them goes for all. */
function readTitles(sentence: string, present: Present): Intent | null {
  const quoted = readQuoted(sentence);
  if (quoted === null || (quoted.titles.length === 1 && quoted.rest !== "")) return null;
  const shared = readShared(` ${quoted.rest.replace(/[.!]+$/, "")}`, present);
  if (shared === null) {
    return { kind: "say", text: `I do not understand “${quoted.rest}” behind these titles. Nothing was created.` };
  }
  return { kind: "create", drafts: quoted.titles.map((title) => ({ title, ...shared })), unsure: false };
}

/** The titles of a line; a text when their number is not the one that was announced. */
function itemsOf(text: string, splitsAnd: boolean, stated: string | undefined): string[] | string {
  const byComma = text.split(/\s*[;,]\s*/).filter((item) => item !== "");
  const all = text.split(/\s*(?:;|,\s*and\b|,|\band\b)\s*/i).filter((item) => item !== "");
  const items = splitsAnd || byComma.length > 1 ? all : byComma;
  if (stated === undefined) return items;
  const expected = /^\d/.test(stated) ? Number(stated) : NUMBERS.indexOf(stated.toLowerCase()) + 1;
  const fitting = [items, byComma].find((each) => each.length === expected);
  return (
    fitting ??
    `You announce ${expected} and I read ${items.length}. Nothing was created. Put each on a line of its own.`
  );
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
