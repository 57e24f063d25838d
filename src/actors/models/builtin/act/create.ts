/** Creates todos. */
import { shorten } from "../../shared/text.ts";
import { notUnderstood } from "../shared/answers.ts";
import { today } from "../shared/calendar.ts";
import { amount, numbered, todoLine } from "../shared/format.ts";
import type { Draft, Present } from "../shared/intents.ts";
import type { Call } from "../shared/play.ts";
import { setback, type Todo, type ToolOutcome, todosOf } from "../shared/records.ts";
import { folded } from "../shared/words.ts";
import { findList, listLists } from "./look.ts";

const TO_LIST = /\S\s+(?:to|in|into|on|onto|under)\s+(?:the\s+|my\s+|our\s+)?(\S+(?: \S+)?)$/i;

/**
 * The draft with its list by the name that it has, or why it is not to be created though the sentence may ask for it: the message may
 * be the title of the todo that the engine was started on, the draft that of an existing one, its list one that there is not.
 */
export function* verifyDraft(
  draft: Draft,
  said: string,
): Generator<readonly Call[], readonly Draft[] | string, readonly ToolOutcome[]> {
  const list = draft.listName === undefined ? null : findList((yield [listLists])[0], draft.listName);
  if (typeof list === "string") return list;
  const query = Array.from(draft.title).slice(0, 200).join("");
  const [found] = yield [{ name: "list_todos", input: { query, limit: 18 } }];
  const todos = todosOf(found);
  if (todos.some(({ title }) => folded(title) === folded(shorten(said, 120)))) return notUnderstood;
  const same = todos.find(({ title, status }) => status !== "done" && folded(title) === folded(draft.title));
  if (same === undefined) return [list === null ? draft : { ...draft, listName: list.name }];
  return `There is a todo **${same.title}** already. Nothing was created. To create another one, say \`add a todo to ${same.title}\`.`;
}

/** Why a title that ends in the name of a list is unclear ("dentist in Home"); null when none does. */
export function* listInTitle(
  drafts: readonly Draft[],
): Generator<readonly Call[], string | null, readonly ToolOutcome[]> {
  const names = drafts.flatMap(({ title, listName, isQuoted = false }) =>
    listName === undefined && !isQuoted ? (TO_LIST.exec(title)?.[1] ?? []) : [],
  );
  if (names.length === 0) return null;
  const [lists] = yield [{ ...listLists, optional: true }];
  const name = lists === undefined ? undefined : names.find((each) => typeof findList(lists, each) !== "string");
  if (name === undefined) return null;
  return `There is a list called “${name}”, and I cannot tell whether it is meant. Nothing was created. Say \`@${name}\` for the list, or put the title in quotes.`;
}

/** The calls that create the drafts. */
export function creationOf(drafts: readonly Draft[]): Call[] {
  return drafts.map(({ listName, isQuoted: _isQuoted, ...fields }) => ({
    name: "create_todo",
    input: listName === undefined ? fields : { ...fields, todoListName: listName },
  }));
}

/** What came of each draft. */
export function creationReport(drafts: readonly Draft[], outcomes: readonly ToolOutcome[], present: Present): string {
  const todos = outcomes.flatMap(todosOf);
  const problems = outcomes.flatMap((outcome, index) => problemWith(drafts[index], outcome));
  const [only] = todos;
  const lists = new Set(drafts.map(({ listName }) => listName));
  const place = lists.size === 1 && drafts[0]?.listName !== undefined ? `in **${drafts[0].listName}**` : "";
  const made =
    only !== undefined && todos.length === 1
      ? `Created: ${[todoLine(only, present), place].filter(Boolean).join(" · ")}`
      : `Created ${amount(todos.length, "", place)}:\n\n${numbered(todos, present)}`;
  return [
    ...(todos.length === 0 ? [] : [made]),
    ...(problems.length > 1 ? [problems.map((problem) => `- ${problem}`).join("\n")] : problems),
    ...pastNote(todos, present),
  ].join("\n\n");
}

function problemWith(draft: Draft | undefined, outcome: ToolOutcome): string[] {
  const name = `“${shorten(draft?.title ?? "", 60)}”`;
  const wrong = setback(outcome, name, `create ${name}`);
  return wrong === null ? [] : [wrong];
}

function pastNote(todos: readonly Todo[], present: Present): string[] {
  const now = today(present).toString();
  if (todos.every(({ dueDate }) => dueDate === null || dueDate >= now)) return [];
  return [todos.length === 1 ? "That day is in the past." : "Some of these days are in the past."];
}
