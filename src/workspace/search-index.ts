/**
 * The search index of a resource: for each record its folded text, and its runs of three characters as words. The index tells
 * which records may hold a pattern, the text whether they do. So the runs of former texts may stay until the record is erased:
 * taking a run out securely costs some 50 µs, and an edit is to be quick.
 */
import { fold } from "./fold.ts";
import type { Sql, SqlRow } from "./sql.ts";

/** Parts the texts of a record; no text can contain it. */
const separator = "\u0001";
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
}

/** The index in the tables `<resource>_texts`, `<resource>_search` and `<resource>_search_terms`; see the migrations. */
function createSearchIndex(resource: "todo" | "capture"): SearchIndex {
  const [texts, key, index] = [`${resource}_texts`, `${resource}_n`, `${resource}_search`];
  const statements = {
    find: `SELECT text, past FROM ${texts} WHERE ${key} = ?`,
    insert: `INSERT INTO ${texts} (${key}, text) VALUES (?, ?)`,
    update: `UPDATE ${texts} SET text = ?, past = ? WHERE ${key} = ?`,
    remove: `DELETE FROM ${texts} WHERE ${key} = ?`,
    addRuns: `INSERT INTO ${index} (rowid, runs) VALUES (?, ?)`,
    removeRuns: `INSERT INTO ${index} (${index}, rowid, runs) VALUES ('delete', ?, ?)`,
    nextRun: `SELECT term FROM ${index}_terms WHERE term >= ? AND term < ? LIMIT 1`,
  };
  return {
    add(sql, n, parts) {
      const text = searchText(parts);
      sql.run(statements.insert, n, text);
      put(sql, statements.addRuns, n, runsOf(text));
    },
    change(sql, n, parts) {
      const text = searchText(parts);
      const row = sql.get(statements.find, n);
      if (row === undefined || row[0] === text) return;
      const runs = runsOf(text);
      const known = knownRuns(row);
      put(sql, statements.addRuns, n, without(runs, known));
      let past = without(known, runs);
      if (past.size > pastLimit) {
        put(sql, statements.removeRuns, n, past);
        past = new Set();
      }
      sql.run(statements.update, text, [...past].join(" "), n);
    },
    erase(sql, n) {
      const row = sql.get(statements.find, n);
      if (row === undefined) return;
      put(sql, statements.removeRuns, n, knownRuns(row));
      sql.run(statements.remove, n);
    },
    nextRun(sql, from, pattern) {
      return sql.get(statements.nextRun, from, `${asWord(pattern)}\u{10ffff}`)?.[0] as string | undefined;
    },
  };
}

/** Titles and contents of todos. */
export const todoSearch = createSearchIndex("todo");
/** Titles, contents, notes and summaries of captures. */
export const captureSearch = createSearchIndex("capture");

function put(sql: Sql, statement: string, n: number, runs: ReadonlySet<string>): void {
  if (runs.size > 0) sql.run(statement, n, [...runs].join(" "));
}

/** The runs of a folded text, as words of the index. */
export function runsOf(text: string): Set<string> {
  const runs = new Set<string>();
  const characters = Array.from(asWord(text));
  for (let at = 0; at + 2 < characters.length; at += 1) {
    runs.add(`${characters[at]}${characters[at + 1]}${characters[at + 2]}`);
  }
  return runs;
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

/** Runs that the index holds for a row of text and past. */
function knownRuns([text, past]: SqlRow): Set<string> {
  const runs = runsOf(text as string);
  if (past !== "") for (const run of (past as string).split(" ")) runs.add(run);
  return runs;
}

function without(runs: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...runs].filter((run) => !others.has(run)));
}
