/** Finds the todos that a change is about, or asks which. */
import { nothingMeant, notUnderstood, oneAtATime, understoodOnly } from "../shared/answers.ts";
import { cleanName, folded } from "../shared/clean.ts";
import type { Context } from "../shared/context.ts";
import type { ToolOutcome } from "../shared/conversation.ts";
import { numbered, PAGE } from "../shared/format.ts";
import type { Change, Present, Reference } from "../shared/intents.ts";
import type { Call } from "../shared/play.ts";
import { type Todo, extentOf, problemOf, todosOf, toTodo } from "../shared/todo.ts";
import { accountsFor, termsOf, unaccounted } from "./match.ts";

export interface Scene {
  /** The first line of the message: a todo with that title is never meant, as the engine may have been started on it. */
  readonly said: string;
  readonly context: Context;
  readonly present: Present;
}

/** The todos meant, or a text: a question, or why there are none. */
type Finding = Generator<readonly Call[], readonly Todo[] | string, readonly ToolOutcome[]>;

const WHICH = "Which one do you mean? Answer with its number.";
const SWEEPING = /^(?:everything|everybody|all|every|any|others?|the rest)\b/i;
/** Todos that surely fit into one result of a tool. */
const READ = 18;

/** Whether an answer asks which of the numbered todos is meant. */
export function isWhichQuestion(answer: string): boolean {
  return answer.includes(WHICH);
}

/** The todos that the reference means, as they are now. */
export function* findTodos(reference: Reference, change: Change, scene: Scene): Finding {
  const { context, present } = scene;
  if (reference.by === "it") return context.subject === null ? nothingMeant : yield* fresh([context.subject]);
  if (reference.by === "words") return yield* findByWords(reference, change, scene);
  if (context.listed.size === 0) return nothingMeant;
  const outside = reference.numbers.find((number) => !context.listed.has(number));
  if (outside !== undefined)
    return question(`There is no number ${outside} in the list.`, [...context.listed.values()], present);
  return yield* fresh(reference.numbers.flatMap((number) => context.listed.get(number) ?? []));
}

/** The todos as they are now: since they were shown, anybody may have changed them. */
function* fresh(todos: readonly Todo[]): Generator<readonly Call[], readonly Todo[], readonly ToolOutcome[]> {
  const outcomes = yield todos.map(({ id }) => ({ name: "get_todo", input: { todoId: id }, optional: true }));
  return todos.map((todo, at) => (outcomes[at]?.isError === false ? toTodo(outcomes[at]?.value) : null) ?? todo);
}

/** One todo by all of the words; else each part of "X, Y and Z" must name one. */
function* findByWords({ words, isOne }: WordsReference, change: Change, scene: Scene): Finding {
  const whole = yield* findOne(words, change, scene);
  const parts = words.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i).filter((part) => part !== "");
  if (whole.todo !== null || whole.isClear || isOne === true || parts.length < 2 || /["“]/.test(words))
    return whole.todo ?? whole.text;
  if (parts.some((part) => SWEEPING.test(part))) return oneAtATime;
  const found: Todo[] = [];
  for (const part of parts) {
    const one = yield* findOne(part, change, scene);
    if (one.todo === null)
      return found.length > 0 && !isWhichQuestion(one.text) ? understoodOnly(parts[0] ?? "", part) : one.text;
    found.push(...one.todo);
  }
  return found;
}

type WordsReference = Extract<Reference, { readonly by: "words" }>;

interface Found {
  readonly todo: readonly Todo[] | null;
  readonly text: string;
  /** It is known what is meant, though not which. */
  readonly isClear: boolean;
}

function* findOne(
  words: string,
  change: Change,
  { said, present }: Scene,
): Generator<readonly Call[], Found, readonly ToolOutcome[]> {
  const phrase = cleanName(words);
  const filter = change.kind === "restore" ? { includeArchived: true } : {};
  const [longest = phrase, ...others] = termsOf(phrase);
  let outcome = yield* search(longest, filter);
  if (todosOf(outcome).length === 0 && others.length > 0) outcome = yield* search(others.at(-1) ?? "", filter);
  else if (extentOf(outcome).more && folded(phrase) !== longest) outcome = yield* search(phrase, filter);
  const problem = problemOf(outcome);
  if (problem !== null) return unclear(`I could not look for “${phrase}”: ${problem}`, true);
  const todos = todosOf(outcome);
  if (todos.some(({ title }) => folded(title) === folded(said))) return unclear(notUnderstood, true);
  const exact = todos.filter(({ title }) => folded(title) === folded(phrase));
  const isQuoted = /^["“]/.test(words.trim());
  const matching = exact.length > 0 || isQuoted ? exact : todos.filter(({ title }) => accountsFor(title, phrase));
  const likely = matching.filter((todo) => isLikely(todo, change));
  const meant = likely.length > 0 ? likely : matching;
  const { more } = extentOf(outcome);
  if (meant.length === 1 && (exact.length > 0 || !more)) return { todo: meant, text: "", isClear: true };
  if (meant.length > 0) {
    const reason = `${meant.length} todos match “${phrase}”${more ? ", and there may be more" : ""}.`;
    return unclear(question(reason, meant, present), true);
  }
  return unclear(nothingFound(phrase, todos, more, change), false);
}

function unclear(text: string, isClear: boolean): Found {
  return { todo: null, text, isClear };
}

function* search(
  query: string,
  filter: Readonly<Record<string, unknown>>,
): Generator<readonly Call[], ToolOutcome | undefined, readonly ToolOutcome[]> {
  const [outcome] = yield [
    { name: "list_todos", input: { query: Array.from(query).slice(0, 200).join(""), ...filter, limit: READ } },
  ];
  return outcome;
}

function nothingFound(phrase: string, todos: readonly Todo[], more: boolean, change: Change): string {
  if (more)
    return `Many todos have a word of “${phrase}”, and I cannot see which is meant. Say more of the title. Nothing was changed.`;
  const left = (todo: Todo): string => unaccounted(todo.title, phrase);
  const [closest] = todos.toSorted((one, other) => left(one).length - left(other).length);
  const archived = change.kind === "restore" ? "archived todo" : "todo";
  if (closest === undefined || left(closest) === "")
    return `I found no ${archived} that matches “${phrase}”. Nothing was changed.`;
  return `I found no ${archived} that matches all of “${phrase}”: **${closest.title}** says nothing of “${left(closest)}”. Nothing was changed. Name it by words of its title alone.`;
}

/** A question that offers a numbered list. */
function question(reason: string, todos: readonly Todo[], present: Present): string {
  const rest = todos.length > PAGE ? `\n\n… and ${todos.length - PAGE} more: say more of the title.` : "";
  return `${reason} ${WHICH}\n\n${numbered(todos.slice(0, PAGE), present)}${rest}`;
}

function isLikely(todo: Todo, change: Change): boolean {
  if (change.kind === "archive" || change.kind === "restore") return true;
  return change.kind === "status" && change.status === "ready" ? todo.status !== "ready" : todo.status !== "done";
}
