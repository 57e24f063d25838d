/** The record that a person means: by its number in the list they saw last, by its id or the beginning of it, or by words of its name. */
import { isPaged, type Operation } from "../../schema/operation.ts";
import { appTable, publicTable } from "../../schema/operations/index.ts";
import type { Flat } from "../../client/request.ts";
import { plain } from "../output/text.ts";
import { usage } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";
import type { Api } from "../session/api.ts";
import { lastList, lastListOf, noteList } from "../session/last-list.ts";
import { kebab } from "./fields.ts";
import { commandName } from "./names.ts";

/** Where it is looked for. */
export interface Search {
  readonly io: Io;
  readonly api: Api;
  /** What it is called when there is none: `open todo`. */
  readonly noun: string;
  /** The operation that lists records of that kind. */
  readonly list: Operation;
  /** The ids in its path. */
  readonly path: Flat;
  /** Tried one after the other until one has a record that suits. */
  readonly filters: readonly Flat[];
}

interface Row {
  readonly id: string;
  readonly title?: string | null;
  readonly name?: string | null;
  readonly summary?: string | null;
  /** Of members and invitations. */
  readonly email?: string;
}

const wholeId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const beginningOfId = /^[0-9a-f]{4,8}(?:-[0-9a-f-]*)?$/i;
const numberOfList = /^\d{1,4}$/;
/** How many are named when several would do. */
const named = 5;

/** Its id. Throws a usage failure that names the candidates when no or several records suit. */
export async function findId(search: Search, words: string): Promise<string> {
  const found = wholeId.test(words) ? words : await idIn(search, words);
  if (found === null) throw nobody([search], words);
  return found;
}

/** The record of one of several kinds, and which kind it is of. Throws as `findId` does. */
export async function findAmong(
  searches: readonly [Search, ...Search[]],
  words: string,
): Promise<{ readonly id: string; readonly list: Operation }> {
  for (const search of searches) {
    const id = await idIn(search, words);
    if (id !== null) return { id, list: search.list };
  }
  throw nobody(searches, words);
}

/** Null when no record suits. */
async function idIn(search: Search, words: string): Promise<string | null> {
  const last = numberOfList.test(words) ? lastListOf(search.io, search.list.id) : null;
  if (last !== null) return numbered(last, Number(words));
  for (const filter of search.filters) {
    const rows = beginningOfId.test(words) || wholeId.test(words) ? await withId(search, filter, words) : [];
    const suiting = rows.length > 0 ? rows : await withName(search, filter, words);
    const [only, ...others] = suiting;
    if (others.length > 0) throw several(search, words, suiting);
    if (only !== undefined) return only.id;
  }
  return null;
}

function nobody(searches: readonly [Search, ...Search[]], words: string): Error {
  const nouns = searches.map(({ noun }) => noun).join(" or ");
  const lists = searches.map(({ list }) => {
    const { group, verb, ids } = commandName(list);
    return `dayshift ${[group, verb, ...ids.map((id) => `<${kebab(id)}>`)].join(" ")}`;
  });
  const last = numberOfList.test(words) ? lastList(searches[0].io) : null;
  const hint = last === null ? "" : `The list you saw last is not one of these, so its numbers do not count here. `;
  return usage(`No ${nouns} is called "${words}".`, `${hint}Look at them: ${lists.join(", or ")}`);
}

/** The operation that lists what the parameter of the path names; undefined when none does. */
export function listFor({ path }: Operation, parameter: string): Operation | undefined {
  const above = path.slice(0, path.indexOf(`/{${parameter}}`));
  return ([...publicTable, ...appTable] as readonly Operation[]).find(
    (one) => one.method === "GET" && one.path === above && one.auth !== "none",
  );
}

/** Records that are in use, then archived ones, where the list has them. */
export function everywhere({ query }: Operation): readonly Flat[] {
  return "includeArchived" in query.entries ? [{}, { includeArchived: true }] : [{}];
}

function numbered(ids: readonly string[], number: number): string {
  const id = ids[number - 1];
  if (ids.length === 0) throw usage(`The last list was empty: there is no ${number} in it.`);
  if (id === undefined) throw usage(`The last list goes from 1 to ${ids.length}: there is no ${number}.`);
  return id;
}

async function withId(search: Search, filter: Flat, beginning: string): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pages(search, filter))
    rows.push(...page.filter(({ id }) => id.startsWith(beginning.toLowerCase())));
  return rows;
}

/** Those with exactly this name or e-mail address, else those whose name has the words; a number is no part of a name. */
async function withName(search: Search, filter: Flat, words: string): Promise<Row[]> {
  const wanted = words.trim().toLowerCase();
  const query = "query" in search.list.query.entries ? { query: words } : {};
  const rows: Row[] = [];
  for await (const page of pages(search, { ...filter, ...query }))
    rows.push(...page.filter((row) => nameOf(row).toLowerCase().includes(wanted) || row.email === wanted));
  const exact = rows.filter((row) => nameOf(row).toLowerCase() === wanted || row.email === wanted);
  return exact.length > 0 || numberOfList.test(wanted) ? exact : rows;
}

async function* pages({ api, list, path }: Search, filter: Flat): AsyncGenerator<readonly Row[]> {
  let cursor: string | null = null;
  do {
    const input: Flat = {
      ...path,
      ...filter,
      ...(isPaged(list) && { limit: 100 }),
      ...(cursor !== null && { cursor }),
    };
    const page = (await api.call(list, input)) as {
      readonly data: readonly Row[];
      readonly nextCursor?: string | null;
    };
    yield page.data;
    cursor = page.nextCursor ?? null;
  } while (cursor !== null);
}

function nameOf({ title, name, summary, email }: Row): string {
  return title ?? name ?? summary ?? email ?? "";
}

/** `listTodoLists` → `todo list`. */
export function nounOf({ id }: Operation): string {
  const words = id.replace(/^list/, "").replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`);
  return words.toLowerCase().replace(/s$/, "");
}

/** At a terminal they get numbers, which the next command may call them by. */
function several({ io, list, noun }: Search, words: string, rows: readonly Row[]): Error {
  const shown = rows.slice(0, named);
  const isNumbered = io.stdout.isTerminal;
  if (isNumbered) noteList(io, list.id, shown);
  const lines = shown.map((row, at) => `${isNumbered ? at + 1 : row.id}  ${plain(nameOf(row))}`);
  const more = rows.length > named ? [`and ${rows.length - named} more`] : [];
  return usage(
    `"${words}" may be any of ${rows.length} ${noun}s: give ${isNumbered ? "one of these numbers" : "an id"}, or more words.`,
    [...lines, ...more].join("\n  "),
  );
}
