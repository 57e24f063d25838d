/**
 * The search index of a resource: for each record its folded text, and its runs of three characters as words. The index tells
 * which records may hold a pattern, the text whether they do. So the runs of former texts may stay until the record is erased:
 * taking a run out securely costs some 50 µs, and an edit is to be quick. Of long records it also knows where words meet (junctions):
 * common words stand in nearly all of them, a phrase of such words does not.
 */
import { fold } from "./fold.ts";
import type { Sql, SqlRow } from "./sql.ts";

/** Parts the texts of a record; no text can contain it. */
const separator = "\u0001";
/** What is caught up with in one write, some milliseconds: so many records, or characters. */
const recordsAtOnce = 40;
const charactersAtOnce = 40_000;
/** How many runs of former texts a record may keep; beyond it all of them are taken out. */
const pastLimit = 1000;

/** A record is named by the `n` of its row; its texts come in an order that stays the same, null for one that is not there. */
export interface SearchIndex {
  /** Adds a record that is not in it. */
  add(sql: Sql, n: number, texts: readonly (string | null)[]): void;
  /** Makes the record found by these texts, and by no former ones. */
  change(sql: Sql, n: number, texts: readonly (string | null)[]): void;
  /** Takes out everything there is of the record, former texts included; the index overwrites what it deletes. */
  erase(sql: Sql, n: number): void;
  /** The first run at or after `from` that begins with the folded pattern, as a word of the index. */
  nextRun(sql: Sql, from: string, pattern: string): string | undefined;
  /** The junctions of the folded pattern, as words of the index; none as long as it does not hold those of every record. */
  junctionsOf(sql: Sql, pattern: string): string[];
  /** Adds the junctions of some records that an older version has put in, as many as are quickly done; true when more are left. */
  catchUp(sql: Sql): boolean;
}

/**
 * The index in the tables `<resource>_texts`, `<resource>_search` and `<resource>_search_terms`; see the migrations. `isOfPhrases`:
 * it holds junctions, and its rows say so of themselves.
 */
function createSearchIndex(resource: "todo" | "capture", isOfPhrases: boolean): SearchIndex {
  const [texts, key, index] = [`${resource}_texts`, `${resource}_n`, `${resource}_search`];
  const [flag, flagged, isSet] = isOfPhrases ? [", has_junctions", ", has_junctions = 1", ", 1"] : ["", "", ""];
  const statements = {
    find: `SELECT text, past${flag} FROM ${texts} WHERE ${key} = ?`,
    insert: `INSERT INTO ${texts} (${key}, text${flag}) VALUES (?, ?${isSet})`,
    update: `UPDATE ${texts} SET text = ?, past = ?${flagged} WHERE ${key} = ?`,
    older: `SELECT ${key}, text FROM ${texts} WHERE has_junctions = 0 ORDER BY ${key} LIMIT ?`,
    flag: `UPDATE ${texts} SET has_junctions = 1 WHERE ${key} = ?`,
    remove: `DELETE FROM ${texts} WHERE ${key} = ?`,
    addRuns: `INSERT INTO ${index} (rowid, runs) VALUES (?, ?)`,
    removeRuns: `INSERT INTO ${index} (${index}, rowid, runs) VALUES ('delete', ?, ?)`,
    nextRun: `SELECT term FROM ${index}_terms WHERE term >= ? AND term < ? LIMIT 1`,
  };
  return {
    add(sql, n, parts) {
      const text = searchText(parts);
      sql.run(statements.insert, n, text);
      put(sql, statements.addRuns, n, wordsOf(text, isOfPhrases));
    },
    change(sql, n, parts) {
      const text = searchText(parts);
      const row = sql.get(statements.find, n);
      if (row === undefined || row[0] === text) return;
      const words = wordsOf(text, isOfPhrases);
      const known = knownWords(row);
      put(sql, statements.addRuns, n, without(words, known));
      let past = without(known, words);
      if (past.size > pastLimit) {
        put(sql, statements.removeRuns, n, past);
        past = new Set();
      }
      sql.run(statements.update, text, [...past].join(" "), n);
    },
    erase(sql, n) {
      const row = sql.get(statements.find, n);
      if (row === undefined) return;
      put(sql, statements.removeRuns, n, knownWords(row));
      sql.run(statements.remove, n);
    },
    nextRun(sql, from, pattern) {
      return sql.get(statements.nextRun, from, `${asWord(pattern)}\u{10ffff}`)?.[0] as string | undefined;
    },
    junctionsOf(sql, pattern) {
      return isOfPhrases && sql.get(statements.older, 1) === undefined ? [...junctionsIn(asCharacters(pattern))] : [];
    },
    catchUp(sql) {
      let left = charactersAtOnce;
      for (const [n, text] of sql.all(statements.older, recordsAtOnce) as unknown as readonly [number, string][]) {
        put(sql, statements.addRuns, n, new Set(junctionsIn(asCharacters(text))));
        sql.run(statements.flag, n);
        left -= text.length;
        if (left < 0) break;
      }
      return sql.get(statements.older, 1) !== undefined;
    },
  };
}

/** Titles and contents of todos. */
export const todoSearch = createSearchIndex("todo", false);
/** Titles, contents, notes and summaries of captures. */
export const captureSearch = createSearchIndex("capture", true);

function put(sql: Sql, statement: string, n: number, runs: ReadonlySet<string>): void {
  if (runs.size > 0) sql.run(statement, n, [...runs].join(" "));
}

/** The runs of a folded text, as words of the index. */
export function runsOf(text: string): Set<string> {
  return wordsOf(text, false);
}

/** The runs of a folded text, and its junctions where they are wanted. */
function wordsOf(text: string, hasJunctions: boolean): Set<string> {
  const words = new Set<string>();
  const characters = asCharacters(text);
  for (let at = 0; at + 2 < characters.length; at += 1) {
    words.add(`${characters[at]}${characters[at + 1]}${characters[at + 2]}`);
  }
  if (hasJunctions) for (const junction of junctionsIn(characters)) words.add(junction);
  return words;
}

/** Begins a junction in the index, where no run begins so but of text that holds this character of the private use area. */
const junctionMark = "\u{f8ff}";
const space = asWord(" ");

/** Where words meet: the two characters before a space, the space, and the three after it. */
function* junctionsIn(characters: readonly string[]): Iterable<string> {
  for (let at = characters.indexOf(space, 2); at >= 0 && at + 3 < characters.length;) {
    yield junctionMark + characters.slice(at - 2, at + 4).join("");
    at = characters.indexOf(space, at + 1);
  }
}

function asCharacters(text: string): string[] {
  return Array.from(asWord(text));
}

/**
 * Text of which the tokenizer takes every character for part of a word: ASCII that is neither letter nor digit moves into the
 * private use area. Text that holds such a character itself is found too often there, and then sorted out by its text.
 */
export function asWord(text: string): string {
  // oxlint-disable-next-line no-control-regex -- all of ASCII but letters and digits
  return text.replace(/[\u0000-/:-@[-`{-\u007f]/g, (character) =>
    String.fromCharCode(0xe000 + character.charCodeAt(0)),
  );
}

/** Each part is followed by two more characters, so that a run of three begins with any character that can be looked for. */
function searchText(parts: readonly (string | null)[]): string {
  return `${parts.map((part) => fold(part ?? "")).join(separator)}${separator}${separator}`;
}

/** Words that the index holds for a row of text, past, and whether there are junctions. */
function knownWords([text, past, hasJunctions]: SqlRow): Set<string> {
  const words = wordsOf(text as string, hasJunctions === 1);
  if (past !== "") for (const word of (past as string).split(" ")) words.add(word);
  return words;
}

function without(words: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...words].filter((word) => !others.has(word)));
}
