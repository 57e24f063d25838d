/** Creates todos. */
import { shorten } from "../../text.ts";
import { noSchedule, notUnderstood } from "../answers.ts";
import { folded } from "../clean.ts";
import type { ToolOutcome } from "../conversation.ts";
import { amount, numbered, todoLine } from "../format.ts";
import type { Draft, Present } from "../intents.ts";
import { today } from "../calendar.ts";
import { setback } from "./decided.ts";
import { findList, listLists } from "./find-list.ts";
import type { Call, Play } from "../play.ts";
import { type Todo, todosOf } from "../todo.ts";

const REPEATING = /\b(?:every|each) (?:other )?(?:day|week|month|year|mon|tue|wed|thu|fri|sat|sun)/i;

/** Creates the drafts and says what came of each. `said` is the message: the title of a todo is no request to copy it. */
export function* createTodos(drafts: readonly Draft[], unsure: boolean, said: string, present: Present): Play {
  if (unsure && (yield* isTitle(said))) return notUnderstood;
  const settled = drafts.some((draft) => draft.perhaps !== undefined) ? yield* inLists(drafts) : drafts;
  const outcomes = yield settled.map(toCall);
  const todos = outcomes.flatMap(todosOf);
  const problems = outcomes.flatMap((outcome, index) => {
    const draft = settled[index];
    const name = `“${shorten(draft?.title ?? "", 60)}”`;
    const wrong = setback(outcome, name, `create ${name}`);
    if (wrong === null) return [];
    const noList = draft?.listName !== undefined && /no (?:todo )?list (?:named|called)/i.test(wrong);
    return [noList ? `${wrong} Say \`create a list called ${draft.listName}\` first.` : wrong];
  });
  const [only] = todos;
  const lists = new Set(settled.map(({ listName }) => listName));
  const place = lists.size === 1 && settled[0]?.listName !== undefined ? `in **${settled[0].listName}**` : "";
  const made =
    only !== undefined && todos.length === 1
      ? `Created: ${[todoLine(only, present), place].filter(Boolean).join(" · ")}`
      : `Created ${amount(todos.length, "", place)}:\n\n${numbered(todos, present)}`;
  const repeats = drafts.some((draft) => REPEATING.test(draft.title));
  return [
    ...(todos.length === 0 ? [] : [made]),
    ...(problems.length === 0 ? [] : [asLines(problems)]),
    ...pastNote(todos, present),
    ...(repeats ? [noSchedule] : []),
  ].join("\n\n");
}

function asLines(sentences: readonly string[]): string {
  return sentences.length === 1 ? (sentences[0] ?? "") : sentences.map((sentence) => `- ${sentence}`).join("\n");
}

function pastNote(todos: readonly Todo[], present: Present): string[] {
  const now = today(present).toString();
  const past = todos.filter(({ dueDate }) => dueDate !== null && dueDate < now);
  if (past.length === 0) return [];
  return [past.length === 1 && todos.length === 1 ? "That day is in the past." : "Some of these days are in the past."];
}

/** The drafts whose last words name a list that there is, in that list; the others as they are. */
function* inLists(drafts: readonly Draft[]): Generator<readonly Call[], readonly Draft[], readonly ToolOutcome[]> {
  const [lists] = yield [{ ...listLists, optional: true }];
  if (lists === undefined) return drafts;
  return drafts.map((draft) => {
    const list = draft.perhaps === undefined ? null : findList(lists, draft.perhaps.listName);
    return list?.ok === true ? { ...draft, title: draft.perhaps?.title ?? draft.title, listName: list.name } : draft;
  });
}

/** Whether the message is, word for word, the title of a todo: then the engine was started on that todo. */
function* isTitle(said: string): Generator<readonly Call[], boolean, readonly ToolOutcome[]> {
  const query = Array.from(said.trim()).slice(0, 200).join("");
  const [found] = yield [{ name: "list_todos", input: { query, limit: 18 } }];
  return todosOf(found).some((todo) => folded(todo.title) === folded(shorten(said, 120)));
}

function toCall({ title, content, priority, dueDate, listName }: Draft): Call {
  const input = {
    title,
    ...(content === undefined ? {} : { content }),
    ...(priority === undefined ? {} : { priority }),
    ...(dueDate === undefined ? {} : { dueDate }),
    ...(listName === undefined ? {} : { todoListName: listName }),
  };
  return { name: "create_todo", input };
}
