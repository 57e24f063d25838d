/**
 * The search index: for each todo its folded text, and its runs of three characters as words. The index tells which todos may
 * hold a pattern, the text whether they do. So the runs of former texts may stay until the todo is erased: taking a run out
 * securely costs some 50 µs, and an edit is to be quick.
 */
import { fold } from "../fold.ts";
import type { Sql, SqlRow } from "../sql.ts";

/** Parts title and content; no text can contain it. */
const separator = "\u0001";
/** How many runs of former texts a todo may keep; beyond it all of them are taken out. */
const pastLimit = 1000;

/** Adds a todo that is not in it. */
export function addToSearch(sql: Sql, n: number, title: string | null, content: string | null): void {
  const text = searchText(title, content);
  sql.run("INSERT INTO todo_texts (todo_n, text) VALUES (?, ?)", n, text);
  addRuns(sql, n, runsOf(text));
}

/** Makes the todo found by these texts, and by no former ones. */
export function changeInSearch(sql: Sql, n: number, title: string | null, content: string | null): void {
  const text = searchText(title, content);
  const row = sql.get("SELECT text, past FROM todo_texts WHERE todo_n = ?", n);
  if (row === undefined || row[0] === text) return;
  const runs = runsOf(text);
  const known = knownRuns(row);
  addRuns(sql, n, without(runs, known));
  let past = without(known, runs);
  if (past.size > pastLimit) {
    removeRuns(sql, n, past);
    past = new Set();
  }
  sql.run("UPDATE todo_texts SET text = ?, past = ? WHERE todo_n = ?", text, [...past].join(" "), n);
}

/** Takes out everything there is of the todo, former texts included; the index overwrites what it deletes. */
export function eraseFromSearch(sql: Sql, n: number): void {
  const row = sql.get("SELECT text, past FROM todo_texts WHERE todo_n = ?", n);
  if (row === undefined) return;
  removeRuns(sql, n, knownRuns(row));
  sql.run("DELETE FROM todo_texts WHERE todo_n = ?", n);
}

/** The first run at or after `from` that begins with the folded pattern, as a word of the index. */
export function nextRun(sql: Sql, from: string, pattern: string): string | undefined {
  const row = sql.get(
    "SELECT term FROM todo_search_terms WHERE term >= ? AND term < ? LIMIT 1",
    from,
    `${asWord(pattern)}\u{10ffff}`,
  );
  return row?.[0] as string | undefined;
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
function searchText(title: string | null, content: string | null): string {
  return `${fold(title ?? "")}${separator}${fold(content ?? "")}${separator}${separator}`;
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

function addRuns(sql: Sql, n: number, runs: ReadonlySet<string>): void {
  if (runs.size > 0) sql.run("INSERT INTO todo_search (rowid, runs) VALUES (?, ?)", n, [...runs].join(" "));
}

function removeRuns(sql: Sql, n: number, runs: ReadonlySet<string>): void {
  if (runs.size === 0) return;
  sql.run("INSERT INTO todo_search (todo_search, rowid, runs) VALUES ('delete', ?, ?)", n, [...runs].join(" "));
}
