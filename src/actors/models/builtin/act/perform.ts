/** Acts intents out. All that a message asks for is looked up first: where one todo or list is not clear, nothing is done at all. */
import { nothingMeant, notUnderstood } from "../shared/answers.ts";
import type { ToolOutcome, Turn } from "../shared/conversation.ts";
import type { ChangeIntent, Draft, Intent } from "../shared/intents.ts";
import type { Call, Play } from "../shared/play.ts";
import { type Todo, todosOf } from "../shared/todo.ts";
import { already, callOf, confirmation, report } from "./change.ts";
import { creationOf, creationReport, listInTitle, verifyDraft } from "./create.ts";
import { findTodos, type Scene } from "./find.ts";
import { createList, type FoundList, findList, listLists, showLists } from "./lists.ts";
import { listTodos, showMore } from "./look.ts";

export interface Stage extends Scene {
  /** The turns before the current one. */
  readonly turns: readonly Turn[];
}

/** A request of which everything is known; `todos` is null for those that the request before it is about. */
type Ready =
  | { readonly kind: "create"; readonly drafts: readonly Draft[] }
  | {
      readonly kind: "change";
      readonly intent: ChangeIntent;
      readonly todos: readonly Todo[] | null;
      readonly list: FoundList | null;
    }
  | { readonly kind: "play"; readonly play: Play };

type Preparation = Generator<readonly Call[], Ready | string, readonly ToolOutcome[]>;

/** The play of an intent, at its start. */
export function* perform(intent: Intent, stage: Stage): Play {
  if (intent.kind !== "several") {
    const ready = yield* prepare(intent, null, stage);
    return typeof ready === "string" ? ready : (yield* carryOut(ready, [], stage)).answer;
  }
  const whole = intent.whole === null ? null : yield* prepare(intent.whole, null, stage);
  const ready = yield* prepareAll(intent.intents, stage);
  if (whole !== null && typeof whole !== "string" && (typeof ready === "string" || areSame(ready)))
    return (yield* carryOut(whole, [], stage)).answer;
  if (typeof ready === "string") return /Nothing was/.test(ready) ? ready : `${ready}\n\nNothing was changed.`;
  if (whole !== null && typeof whole !== "string")
    return "I can read this as one request, and as several. Nothing was changed. Say one thing at a time, or put a title in quotes.";
  return yield* carryOutAll(ready, stage);
}

function* prepareAll(
  intents: readonly Intent[],
  stage: Stage,
): Generator<readonly Call[], readonly Ready[] | string, readonly ToolOutcome[]> {
  const all: Ready[] = [];
  for (const intent of intents) {
    const ready = yield* prepare(intent, all.at(-1) ?? null, stage);
    if (typeof ready === "string") return ready;
    all.push(ready);
  }
  return all;
}

/** Whether several requests are about one todo by words of its title: then they are rather one. */
function areSame(ready: readonly Ready[]): boolean {
  const ids = ready.flatMap((each) => (each.kind === "change" ? (each.todos ?? []).map(({ id }) => id) : []));
  return new Set(ids).size < ids.length;
}

function* prepare(intent: Intent, before: Ready | null, stage: Stage): Preparation {
  switch (intent.kind) {
    case "create":
      return yield* prepareCreation(intent.drafts, intent.isCertain, stage);
    case "change":
      return yield* prepareChange(intent, before, stage);
    case "list":
      return { kind: "play", play: listTodos(intent.filter, stage.present) };
    case "lists":
      return { kind: "play", play: showLists() };
    case "createList":
      return { kind: "play", play: createList(intent.name) };
    case "more":
      return { kind: "play", play: showMore(stage.turns, stage.present) };
    case "say":
      return intent.text;
    case "pick":
    case "yes":
    case "several":
      break;
  }
  return notUnderstood;
}

function* prepareCreation(drafts: readonly Draft[], isCertain: boolean, { said }: Stage): Preparation {
  const [draft] = drafts;
  if (draft === undefined) return { kind: "create", drafts };
  if (isCertain) return (yield* listInTitle(drafts)) ?? { kind: "create", drafts };
  const verified = yield* verifyDraft(draft, said);
  return typeof verified === "string" ? verified : { kind: "create", drafts: [verified] };
}

function* prepareChange(intent: ChangeIntent, before: Ready | null, stage: Stage): Preparation {
  const { reference, change, mayBeMatter } = intent;
  const isNew = before?.kind === "create" || before?.kind === "change";
  const todos = reference.by === "it" && isNew ? null : yield* findTodos(reference, change, stage);
  if (typeof todos === "string") return todos;
  const [todo] = todos ?? [];
  if (mayBeMatter && todo !== undefined) return confirmation(change, todo);
  if (change.kind !== "list") return { kind: "change", intent, todos, list: null };
  const list = findList((yield [listLists])[0], change.listName);
  return typeof list === "string" ? list : { kind: "change", intent, todos, list };
}

interface Carried {
  readonly answer: string;
  /** What "it" means from then on. */
  readonly todos: readonly Todo[];
  readonly isDone: boolean;
}

function* carryOutAll(all: readonly Ready[], stage: Stage): Play {
  const answers: string[] = [];
  let about: readonly Todo[] = [];
  for (const [index, ready] of all.entries()) {
    const { answer, todos, isDone } = yield* carryOut(ready, about, stage);
    answers.push(answer);
    about = todos;
    if (isDone || index === all.length - 1) continue;
    return [...answers, "I did not go on with the rest."].join("\n\n");
  }
  return answers.join("\n\n");
}

function* carryOut(
  ready: Ready,
  about: readonly Todo[],
  { present }: Stage,
): Generator<readonly Call[], Carried, readonly ToolOutcome[]> {
  if (ready.kind === "play") return { answer: yield* ready.play, todos: about, isDone: true };
  if (ready.kind === "create") {
    const outcomes = yield creationOf(ready.drafts);
    const answer = creationReport(ready.drafts, outcomes, present);
    return { answer, todos: outcomes.flatMap(todosOf), isDone: areGood(outcomes) };
  }
  const { change } = ready.intent;
  const todos = ready.todos ?? about;
  const due = todos.filter((todo) => !already(todo, change));
  const outcomes = due.length === 0 ? [] : yield due.map((todo) => callOf(todo, change, ready.list));
  const lines = todos.map((before) => {
    const outcome = outcomes[due.indexOf(before)] ?? null;
    return report({ change, before, outcome, list: ready.list }, present);
  });
  const answer = lines.length > 1 ? lines.map((line) => `- ${line}`).join("\n") : (lines[0] ?? nothingMeant);
  return { answer, todos, isDone: areGood(outcomes) };
}

function areGood(outcomes: readonly ToolOutcome[]): boolean {
  return outcomes.every(({ isError }) => !isError);
}
