/** Several todos in one message: a heading that asks for todos and a list, or nothing but task-list items, or titles in quotes. */
import { noTodos, unclearTitle } from "../shared/answers.ts";
import type { Draft, Intent, Present } from "../shared/intents.ts";
import { readDay } from "./dates.ts";
import { readDraft } from "./draft.ts";
import { takeList } from "./values.ts";

type Shared = Pick<Draft, "listName" | "dueDate">;

const MAX = 50;
/** Longer lines are prose, whatever stands before them. */
const LONGEST_LINE = 1000;
const TASK = /^\s*[-*+]\s+\[ \]\s+(.+)$/;
const CLOSED_TASK = /^\s*[-*+]\s+\[[xX]\]\s+/;
const BULLET = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(.+)$/;
const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const VERB = "(?:add|create|make|note|new)";
const SOME = `(?:these|those|the following|some|my|a few|several|(?<count>\\d+|${NUMBERS.join("|")}))`;
const NOUN = "(?:todo|to-do|task|item|reminder)";
const HEADING = new RegExp(`^(?:${VERB}\\s+)?(?:${SOME}\\s+)?(?:new\\s+)?${NOUN}s?\\b(?<shared>.*?)[:\\s]*$`, "i");
const INLINE = new RegExp(
  `^(?:${VERB}\\s+(?:${SOME}\\s+)?(?:new\\s+)?${NOUN}s|${VERB}\\s+(?:these|those|the following))\\b(?<shared>[^:]*):\\s*(?<items>.+)$`,
  "i",
);
const NOTHING_LISTED = new RegExp(
  `^${VERB}\\s+(?:(?:${SOME}\\s+)?(?:new\\s+)?${NOUN}s|these|those|the following)\\s*[:.!]*$`,
  "i",
);
const TITLE = /["“]([^"“”]+)["”]/g;
const TITLES = new RegExp(
  `^${VERB}\\s+(?:(?:${SOME}|the|a)\\s+)?(?:${NOUN}s?\\s*)?(?:called|named|:)?\\s*(?<titles>(?:["“][^"“”]+["”](?:\\s*,?\\s*(?:and\\s+)?))+)(?<shared>[^"“”]*)$`,
  "i",
);

/** A create intent for several todos; null when the message is no such list. */
export function readMany(text: string, present: Present): Intent | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.some((line) => line.length > LONGEST_LINE)) return null;
  const [first = "", ...others] = lines;
  if (others.length === 0) return readInline(first.trim(), present);
  const shared = HEADING.exec(first.trim())?.groups?.["shared"];
  const heading = shared === undefined ? null : readShared(shared, present);
  if (heading !== null && (/:\s*$/.test(first) || others.every((line) => BULLET.test(line))))
    return toIntent(others, heading, present);
  const areTasks = lines.every((line) => TASK.test(line) || CLOSED_TASK.test(line));
  return areTasks ? toIntent(lines, {}, present) : null;
}

/** What is said about all of the items: a list or a day; null when it is more than that. */
function readShared(text: string, present: Present): Shared | null {
  const { rest, value } = takeList(` ${text.replace(/[:.!]\s*$/, "")}`);
  const more = rest.trim();
  if (value !== null) return more === "" ? { listName: value } : null;
  if (more === "") return {};
  const dueDate = readDay(more.replace(/^for\s+/i, ""), present);
  if (dueDate !== null) return { dueDate };
  const name = /^for\s+(?:the\s+|my\s+)?(\S+(?: \S+)?)$/i.exec(more)?.[1];
  return name === undefined ? null : { listName: name };
}

function readInline(sentence: string, present: Present): Intent | null {
  if (TASK.test(sentence)) return toIntent([sentence], {}, present);
  if (NOTHING_LISTED.test(sentence)) return { kind: "say", text: noTodos };
  const titles = TITLES.exec(sentence)?.groups;
  if (titles !== undefined) return readTitles(titles["titles"] ?? "", titles["shared"] ?? "", present);
  const groups = INLINE.exec(sentence)?.groups;
  const shared = groups === undefined ? null : readShared(groups["shared"] ?? "", present);
  if (groups === undefined || shared === null) return null;
  const items = (groups["items"] ?? "").split(/\s*(?:;|,\s*and\b|,|\band\b)\s*/i).filter((item) => item !== "");
  const expected = countOf(groups["count"]) ?? items.length;
  if (expected === items.length) return toIntent(items, shared, present);
  const text = `You announce ${expected} and I read ${items.length}. Nothing was created. Put each on a line of its own.`;
  return { kind: "say", text };
}

function countOf(word: string | undefined): number | null {
  if (word === undefined) return null;
  return /^\d/.test(word) ? Number(word) : NUMBERS.indexOf(word.toLowerCase()) + 1;
}

/** Titles in quotes are taken as they are; what follows them goes for all. */
function readTitles(quoted: string, behind: string, present: Present): Intent {
  const titles = [...quoted.matchAll(TITLE)].map((each) => (each[1] ?? "").trim()).filter(Boolean);
  const shared = readShared(behind, present);
  if (shared === null || titles.length === 0) return { kind: "say", text: unclearTitle(behind) };
  return { kind: "create", drafts: titles.map((title) => ({ title, ...shared, isQuoted: true })), isCertain: true };
}

/** All of the lines, or a text about the first that is unclear. */
function toIntent(lines: readonly string[], shared: Shared, present: Present): Intent | null {
  const items = lines
    .filter((line) => !CLOSED_TASK.test(line))
    .map((line) => TASK.exec(line)?.[1] ?? BULLET.exec(line)?.[1] ?? line);
  if (items.length > MAX) {
    return {
      kind: "say",
      text: `These are ${items.length} lines; I create at most ${MAX} todos at once. Nothing was created.`,
    };
  }
  const read = items.map((item) => readDraft(item, present)).filter((draft) => draft !== null);
  const unclear = read.find((draft) => typeof draft === "string");
  if (unclear !== undefined) return { kind: "say", text: unclear };
  const drafts = read.filter((draft) => typeof draft === "object").map((draft) => ({ ...shared, ...draft }));
  return drafts.length === 0 ? null : { kind: "create", drafts, isCertain: true };
}
