/**
 * The search index of a resource: for each record its folded text, and its runs of three characters as words. The index tells
 * which records may hold a pattern, the text whether they do. So the runs of former texts may stay until the record is erased:
 * taking a run out securely costs some 50 µs, and an edit is to be quick. Of long records it also knows where words meet (junctions):
 * common words stand in nearly all of them, a phrase of such words does not.
 *
 * Invariant: the index holds the words of a record's text and of its past, and no others. As often as one has gone it may hold it
 * once more: one that comes again is added again, as nobody has looked whether it is still there.
 */
import { fold } from "./fold.ts";
import { addToPast, joinWords, readPast, writePast } from "./past-words.ts";
import { asWord, junctionsOf, runsAsText, wordsOf } from "./search-words.ts";
import type { Sql } from "./sql.ts";
import { wordEdit } from "./word-edit.ts";

/** Parts the texts of a record; no text can contain it. */
const separator = "\u0001";
/** What is caught up with in one write, some milliseconds: so many records, or characters. */
const recordsAtOnce = 40;
const charactersAtOnce = 40_000;
/** Bytes of the past of a record with which it is looked at, and of what is left of it then. */
const pastLimit = { whole: 6000, left: 5000 };

/** A word stands in each segment of the index once, of which there are some dozens. */
const mostCopies = 1000;

/** Texts in an order that stays the same, null for one that is not there. */
type Parts = readonly (string | null)[];

/** A record is named by the `n` of its row. */
export interface SearchIndex {
  /** Adds a record that is not in it. */
  add(sql: Sql, n: number, texts: Parts): void;
  /** Makes the record found by these texts, and by no former ones; who knows the former ones gives them. */
  change(sql: Sql, n: number, texts: Parts, former?: Parts): void;
  /** Takes out everything there is of the record, former texts included; the index overwrites what it deletes. */
  erase(sql: Sql, n: number): void;
  /** The first run at or after `from` that begins with the folded pattern, as a word of the index. */
  nextRun(sql: Sql, from: string, pattern: string): string | undefined;
  /** The junctions of the folded pattern, as words of the index; none as long as it does not hold those of every record. */
  junctionsOf(sql: Sql, pattern: string): string[];
  /** Adds the junctions of some records that an older version has put in, as many as are quickly done; true when more are left. */
  catchUp(sql: Sql): boolean;
}

/** What there is of a record beside its words in the index. */
interface Row {
  readonly text: string;
  readonly past: string;
  readonly hasJunctions: boolean;
}

/**
 * The index in the tables `<resource>_texts`, `<resource>_search` and `<resource>_search_terms`; see the migrations. `isOfPhrases`:
 * it holds junctions, and its rows say so of themselves.
 */
function createSearchIndex(resource: "todo" | "capture", isOfPhrases: boolean): SearchIndex {
  const statements = statementsOf(resource, isOfPhrases);

  function find(sql: Sql, n: number): Row | undefined {
    const row = sql.get(statements.find, n);
    return row && { text: row[0] as string, past: row[1] as string, hasJunctions: row[2] === 1 };
  }

  /** False when the record has another former text than this, or is to be prepared for the change: then nothing has happened. */
  function replace(sql: Sql, n: number, former: string, text: string, limit = pastLimit.whole): boolean {
    const { come, gone } = wordEdit(former, text, isOfPhrases);
    if (sql.changeOn(n, statements.replace, text, addToPast(gone), n, former, limit) === 0) return false;
    putIn(sql, n, come);
    return true;
  }

  /** Gives the record the junctions it lacks, and shortens its past. */
  function prepare(sql: Sql, n: number, row: Row): void {
    if (isOfPhrases && !row.hasJunctions) addJunctions(sql, n, row.text);
    const { words, several } = readPast(row.past, row.hasJunctions);
    const present = wordsOf(row.text, row.hasJunctions);
    const share = 1 - pastLimit.left / sizeOf(writePast(words, several));
    const out = [...words].filter((word) => !present.has(word)).slice(0, Math.ceil(Math.max(0, share) * words.size));
    takeOut(sql, n, out, several);
    for (const word of out) words.delete(word);
    sql.runOn(n, statements.setPast, writePast(words, several), n);
  }

  function putIn(sql: Sql, n: number, words: Iterable<string>): void {
    const text = joinWords(words);
    if (text !== "") sql.addWords(statements.addRuns, n, text);
  }

  function addJunctions(sql: Sql, n: number, text: string): void {
    putIn(sql, n, new Set(junctionsOf(text)));
    sql.runOn(n, statements.flag, n);
  }

  /**
   * Takes words out, and again those that were there several times: the newest of them goes first. All is written out each time: a word
   * that leaves a record and comes to it before that would be lost to the records behind it (SQLite 3.45.1, fts5FlushOneHash). FTS5
   * counts what was put in and what was taken out, and calls the index malformed when there was less of the one.
   */
  function takeOut(sql: Sql, n: number, words: readonly string[], several: ReadonlySet<string>): void {
    const doubtful = words.filter((word) => several.has(word));
    let rounds = 0;
    for (let left = words; left.length > 0; left = held(sql, n, doubtful)) {
      if (rounds === mostCopies)
        throw new Error(`The search index keeps words of ${resource} ${n} whatever is taken out: it is damaged.`);
      rounds += 1;
      sql.run(statements.addRuns, n, "");
      sql.run(statements.removeRuns, n, joinWords(left));
      sql.run(statements.flush);
    }
  }

  /** Which of the words the index has of the record. */
  function held(sql: Sql, n: number, words: readonly string[]): string[] {
    return words.length === 0 ? [] : sql.all(statements.held, JSON.stringify(words), n).map(([word]) => word as string);
  }

  return {
    add(sql, n, parts) {
      const text = searchText(parts);
      sql.runOn(n, statements.insert, n, text);
      putIn(sql, n, [runsAsText(text), ...(isOfPhrases ? junctionsOf(text) : [])]);
    },
    change(sql, n, parts, known) {
      const text = searchText(parts);
      const former = known && searchText(known);
      if (former === text || (former !== undefined && replace(sql, n, former, text))) return;
      const row = find(sql, n);
      if (row === undefined || row.text === text || replace(sql, n, row.text, text)) return;
      prepare(sql, n, row);
      replace(sql, n, row.text, text, Number.MAX_SAFE_INTEGER);
    },
    erase(sql, n) {
      const row = find(sql, n);
      if (row === undefined) return;
      const { words, several } = readPast(row.past, row.hasJunctions);
      for (const word of wordsOf(row.text, row.hasJunctions)) (words.has(word) ? several : words).add(word);
      takeOut(sql, n, [...words], several);
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
        addJunctions(sql, n, text);
        left -= text.length;
        if (left < 0) break;
      }
      return sql.get(statements.older, 1) !== undefined;
    },
  };
}

function statementsOf(resource: "todo" | "capture", isOfPhrases: boolean) {
  const [texts, key, index] = [`${resource}_texts`, `${resource}_n`, `${resource}_search`];
  const [flag, isSet, isFlagged] = isOfPhrases ? [", has_junctions", ", 1", " AND has_junctions = 1"] : ["", "", ""];
  return {
    find: `SELECT text, past${flag} FROM ${texts} WHERE ${key} = ?`,
    insert: `INSERT INTO ${texts} (${key}, text${flag}) VALUES (?, ?${isSet})`,
    replace: `UPDATE ${texts} SET text = ?, past = past || ?
      WHERE ${key} = ? AND text = ? AND octet_length(past) < ?${isFlagged}`,
    setPast: `UPDATE ${texts} SET past = ? WHERE ${key} = ?`,
    older: `SELECT ${key}, text FROM ${texts} WHERE has_junctions = 0 ORDER BY ${key} LIMIT ?`,
    flag: `UPDATE ${texts} SET has_junctions = 1 WHERE ${key} = ?`,
    remove: `DELETE FROM ${texts} WHERE ${key} = ?`,
    addRuns: `INSERT INTO ${index} (rowid, runs) VALUES (?, ?)`,
    removeRuns: `INSERT INTO ${index} (${index}, rowid, runs) VALUES ('delete', ?, ?)`,
    flush: `INSERT INTO ${index} (${index}) VALUES ('flush')`,
    held: `SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM ${index} WHERE ${index} MATCH '"' || value || '"' AND rowid = ?)`,
    nextRun: `SELECT term FROM ${index}_terms WHERE term >= ? AND term < ? LIMIT 1`,
  };
}

/** Titles and contents of todos. */
export const todoSearch = createSearchIndex("todo", false);
/** Titles, contents, notes and summaries of captures. */
export const captureSearch = createSearchIndex("capture", true);

/** Each part is followed by two more characters, so that a run of three begins with any character that can be looked for. */
function searchText(parts: Parts): string {
  return `${parts.map((part) => fold(part ?? "")).join(separator)}${separator}${separator}`;
}

/** Bytes of a text in the file. */
function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
