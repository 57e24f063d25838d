/** Finds the todos that a change is about, or asks which. */
import { nothingMeant, notUnderstood, oneAtATime, unclearTitle } from "../shared/answers.ts";
import type { Context } from "../shared/conversation.ts";
import { numbered, PAGE } from "../shared/format.ts";
import type { Change, Present, Reference } from "../shared/intents.ts";
import type { Call } from "../shared/play.ts";
import { extentOf, problemOf, type Todo, type ToolOutcome, todosOf, toTodo } from "../shared/records.ts";
import { cleanName, folded } from "../shared/words.ts";

export interface Scene {
  /** The first line of the message: a todo with that title is never meant, as the engine may have been started on it. */
  readonly said: string;
  readonly context: Context;
  readonly present: Present;
}

/** The todos meant, or a text: a question, or why there are none. */
type Finding = Generator<readonly Call[], readonly Todo[] | string, readonly ToolOutcome[]>;

const WHICH = "Which one do you mean? Answer with its number.";
const SWEEPING = /^(?:everything|everybody|all|every|each|any|anything|both|them|these|those|others?|the rest)\b/i;
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
  if (reference.by === "words") return yield* findByWords(reference.words, change, scene);
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

/** The todo of whose title all of the words are. */
function* findByWords(words: string, change: Change, { said, present }: Scene): Finding {
  const phrase = cleanName(words);
  const filter = change.kind === "restore" ? { includeArchived: true } : {};
  const [longest = phrase, ...others] = termsOf(phrase);
  let outcome = yield* search(longest, filter);
  if (todosOf(outcome).length === 0 && others.length > 0) outcome = yield* search(others.at(-1) ?? "", filter);
  else if (extentOf(outcome).more && folded(phrase) !== longest) outcome = yield* search(phrase, filter);
  const problem = problemOf(outcome);
  if (problem !== null) return `I could not look for “${phrase}”: ${problem}`;
  const todos = todosOf(outcome);
  if (todos.some(({ title }) => folded(title) === folded(said))) return notUnderstood;
  const exact = todos.filter(({ title }) => folded(title) === folded(phrase));
  if (exact.length === 0 && SWEEPING.test(words)) return oneAtATime;
  const isExact = exact.length > 0 || /^["“]/.test(words.trim());
  const matching = isExact ? exact : todos.filter(({ title }) => accountsFor(title, phrase));
  const likely = matching.filter((todo) => isLikely(todo, change));
  const meant = likely.length > 0 ? likely : matching;
  const { more } = extentOf(outcome);
  const [only] = meant;
  if (only === undefined) return nothingFound(phrase, todos, more, change);
  if (meant.length === 1 && (exact.length > 0 || !more))
    return !isExact && hasNewTitle(only, change) ? unclearTitle(words) : meant;
  const reason = `${meant.length} todos match “${phrase}”${more ? ", and there may be more" : ""}.`;
  return question(reason, meant, present);
}

/** "Rename files to lower case" may be the whole of a title: then nobody asked for a new one. */
function hasNewTitle({ title }: Todo, change: Change): boolean {
  return change.kind === "title" && folded(title).includes(folded(change.title));
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
  const distance = (todo: Todo): number =>
    left(todo).length + (` ${folded(phrase)} `.includes(` ${folded(todo.title)} `) ? 0 : phrase.length);
  const [closest] = todos.toSorted((one, other) => distance(one) - distance(other));
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

/** Words that name nothing. */
const FILLERS = new Set("a an the my our your this that todo task item list".split(" "));
/** Words that a title may have otherwise: "invoice for Acme" is "invoice to Acme". */
const LINKS = new Set("to of for with about at and".split(" "));
/** These belong to the title when they are said. */
const PLACES = new Set("from in into on onto off out up by under over".split(" "));
/** Words that change what is meant: they must be the title's own. */
const DOUBTS = new Set(
  "not no never nobody none without except but or if unless when until maybe almost half partly only instead t".split(
    " ",
  ),
);

/** The words of a phrase that name something, the longest first, without a plural s. */
function termsOf(phrase: string): string[] {
  return contentOf(phrase)
    .map(stem)
    .sort((one, other) => other.length - one.length);
}

/** Whether each word of the phrase is in the title, in its order where small words join them, or the phrase is the title. */
function accountsFor(title: string, phrase: string): boolean {
  const words = folded(phrase).split(" ");
  const terms = contentOf(phrase);
  if (folded(title) === folded(phrase)) return true;
  if (terms.length === 0 || words.some((word) => DOUBTS.has(word))) return false;
  const of = folded(title).split(" ");
  const isJoined = words.some((word) => LINKS.has(word) || PLACES.has(word)) || terms.length > 3;
  return isJoined ? isInOrder(of, terms) : terms.every((term) => of.some((word) => isSame(word, term)));
}

/** The words of the phrase that the title has none of, as they were said. */
function unaccounted(title: string, phrase: string): string {
  const of = folded(title).split(" ");
  const isUnknown = (word: string): boolean => {
    const plain = folded(word);
    return plain !== "" && !of.some((each) => isSame(each, plain)) && !FILLERS.has(plain);
  };
  return phrase.split(/\s+/).filter(isUnknown).join(" ");
}

function contentOf(phrase: string): string[] {
  return folded(phrase)
    .split(" ")
    .filter((word) => word !== "" && !FILLERS.has(word) && !LINKS.has(word));
}

/** "Slide" may be said of "slides"; "things" are several, and not the one "thing". */
function isSame(word: string, term: string): boolean {
  return word === term || word === `${term}s`;
}

function stem(word: string): string {
  return word.length > 3 ? word.replace(/s$/, "") : word;
}

function isInOrder(title: readonly string[], terms: readonly string[]): boolean {
  let at = 0;
  for (const term of terms) {
    const found = title.slice(at).findIndex((word) => isSame(word, term));
    if (found === -1) return false;
    at += found + 1;
  }
  return true;
}
