/**
 * The search index of a resource: for each record its folded text, and its runs of three characters as words. The index tells
 * which records may hold a pattern, the text whether they do. So the runs of former texts may stay until the record is erased:
 * taking a run out securely costs some 50 µs, and an edit is to be quick. Of long records it also knows where words meet (junctions):
 * common words stand in nearly all of them, a phrase of such words does not.
 */
import { fold } from "./fold.ts";
import { asWord, junctionsOf, runsAsText, wordEdit, wordsOf } from "./search-words.ts";
import type { Sql, SqlRow } from "./sql.ts";

/** Parts the texts of a record; no text can contain it. */
const separator = "\u0001";
/** What is caught up with in one write, some milliseconds: so many records, or characters. */
const recordsAtOnce = 40;
const charactersAtOnce = 40_000;
/** Characters of the runs of former texts that a record may keep, four for each; beyond it all of them are taken out. */
const pastLimit = 4000;

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
    flush: `INSERT INTO ${index} (${index}) VALUES ('flush')`,
    nextRun: `SELECT term FROM ${index}_terms WHERE term >= ? AND term < ? LIMIT 1`,
  };
  /**
   * Written out at once: a word that leaves a row and comes to it before that would take itself from the rows behind it, too
   * (SQLite 3.45.1, fts5FlushOneHash).
   */
  function takeOut(sql: Sql, n: number, words: string): void {
    sql.run(statements.removeRuns, n, words);
    sql.run(statements.flush);
  }

  return {
    add(sql, n, parts) {
      const text = searchText(parts);
      sql.runOn(n, statements.insert, n, text);
      putIn(sql, statements.addRuns, n, [runsAsText(text), ...(isOfPhrases ? junctionsOf(text) : [])]);
    },
    change(sql, n, parts) {
      const text = searchText(parts);
      const row = sql.get(statements.find, n);
      if (row === undefined || row[0] === text) return;
      const former = row[0] as string;
      const hadJunctions = row[2] === 1;
      const { come, gone } = wordEdit(former, text, hadJunctions);
      const missing = isOfPhrases && !hadJunctions ? [...come, ...junctionsOf(text)] : come;
      const { added, left } = takeFrom(row[1] as string, missing);
      const past = joined(left, gone);
      const isTooMuch = past.length > pastLimit;
      putIn(sql, statements.addRuns, n, added);
      if (isTooMuch) takeOut(sql, n, past);
      sql.runOn(n, statements.update, text, isTooMuch ? "" : past, n);
    },
    erase(sql, n) {
      const row = sql.get(statements.find, n);
      if (row === undefined) return;
      takeOut(sql, n, [...knownWords(row)].join(" "));
      sql.runOn(n, statements.remove, n);
    },
    nextRun(sql, from, pattern) {
      return sql.get(statements.nextRun, from, `${asWord(pattern)}\u{10ffff}`)?.[0] as string | undefined;
    },
    junctionsOf(sql, pattern) {
      return isOfPhrases && sql.get(statements.older, 1) === undefined ? junctionsOf(pattern) : [];
    },
    catchUp(sql) {
      let left = charactersAtOnce;
      for (const [n, text] of sql.all(statements.older, recordsAtOnce) as unknown as readonly [number, string][]) {
        putIn(sql, statements.addRuns, n, new Set(junctionsOf(text)));
        sql.runOn(n, statements.flag, n);
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

function putIn(sql: Sql, statement: string, n: number, words: Iterable<string>): void {
  const text = [...words].join(" ");
  if (text !== "") sql.addWords(statement, n, text);
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

/** The words that are not among the former ones, and what is left of those without the others. */
function takeFrom(
  past: string,
  words: readonly string[],
): { readonly added: readonly string[]; readonly left: string } {
  let left = past;
  const added = words.filter((word) => {
    const at = placeOf(word, left);
    if (at >= 0) left = left.slice(0, at) + left.slice(at + word.length + 1);
    return at < 0;
  });
  return { added, left: left.endsWith(" ") ? left.slice(0, -1) : left };
}

/** Where the word stands among words with a space between them; −1 when it does not. To look for the spaces as well takes ten times as long. */
function placeOf(word: string, words: string): number {
  let at = words.indexOf(word);
  while (at >= 0 && !isWhole(words, at, at + word.length)) at = words.indexOf(word, at + 1);
  return at;
}

function isWhole(words: string, from: number, to: number): boolean {
  return (from === 0 || words[from - 1] === " ") && (to === words.length || words[to] === " ");
}

function joined(words: string, more: readonly string[]): string {
  return [words, ...more].filter((part) => part !== "").join(" ");
}
