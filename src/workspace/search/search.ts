/**
 * The search of a resource. `<resource>_texts` has the folded text of each record, and that text alone decides what is found, character
 * by character. `<resource>_search`, FTS5's trigram index of these texts, only says which of them may hold a pattern: it keeps neither
 * texts nor positions, so a pattern is the AND of its trigrams. Texts that were written lately wait in `<resource>_unindexed`, and every
 * search looks into them: FTS5 takes in 200 at a time for 15 µs each, 50 for 25, and single ones for 100 to 300. Long ones wait
 * until they are in it piece by piece.
 */
import { fold } from "../../schema/fold.ts";
import type { Piece, Sql } from "../protocol/sql.ts";
import { createPieces, pieceLength } from "./pieces.ts";

/** Stands between the texts of a record; no text can contain it. */
const separator = "\u0001";
/** Stands before what was said, where something was. */
const beforeSpeech = "\u0002";

/** What a search looks for. */
export interface SearchTerms {
  /** The folded pattern. */
  readonly text: string;
  /** The query of the index; null below three characters, where it does not help. */
  readonly match: string | null;
}

/** The terms of what a caller asks for. */
export function searchTerms(query: string): SearchTerms {
  const text = fold(query.trim());
  return { text, match: matchOf(text) };
}

/**
 * The query of the index for a folded pattern: what matches may hold it. Null below three characters. The list of each trigram is read, so
 * few are asked for: the ends of the longest word, which is mostly the rarest, the gap after or before it, and how the second begins.
 */
export function matchOf(text: string): string | null {
  const words = text.split(" ");
  const [longest = "", second = ""] = words.toSorted((one, other) => other.length - one.length);
  const inLongest = tellingOf(trigramsOf(longest));
  if (inLongest.length === 0) return queryOf(trigramsOf(text).slice(0, maxOfShort));
  const ends = [inLongest[0] as string, inLongest.at(-1) as string];
  const begin = second.length > maxCommon ? trigramsOf(second).slice(0, 1) : [];
  return queryOf([...gapOf(words, words.indexOf(longest)), ...ends, ...begin]);
}

/** Trigrams of a text of short words alone, and how long words are that stand in nearly every text. */
const maxOfShort = 3;
const maxCommon = 3;

function queryOf(trigrams: readonly string[]): string | null {
  return trigrams.length === 0 ? null : [...new Set(trigrams)].map(quoted).join(" AND ");
}

/** The trigram over the gap after that word, or before it. */
function gapOf(words: readonly string[], at: number): string[] {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]].map((one) => Array.from(one ?? ""));
  const [left, right] = after?.length ? [word, after] : [before, word];
  const [last, first] = [left?.at(-1), right?.[0]];
  return last === undefined || first === undefined ? [] : [`${last} ${first}`];
}

function trigramsOf(text: string): string[] {
  const characters = Array.from(text);
  return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(""));
}

/** Without those of one character, as "000" in a padded number: they stand in many texts. All, when there are no others. */
function tellingOf(trigrams: readonly string[]): readonly string[] {
  const telling = trigrams.filter((trigram) => new Set(trigram).size > 1);
  return telling.length > 0 ? telling : trigrams;
}

function quoted(trigram: string): string {
  return `"${trigram.replaceAll('"', '""')}"`;
}

/** Texts in an order that stays the same; null for a missing one. */
type Parts = readonly (string | null)[];

/** Which records are looked for. */
export interface Candidates {
  readonly match: string;
  /** The folded text that is looked for: texts that are not indexed yet are asked themselves. All of them may match when left out. */
  readonly pattern?: string;
  readonly descending: boolean;
  /** The least n and the greatest; all when left out. */
  readonly from?: number;
  readonly to?: number;
}

/** A record is named by the `n` of its row. */
export interface SearchIndex {
  /** Adds a record that is not in it. */
  insert(sql: Sql, n: number, parts: Parts): void;
  /** Adds texts of records that are not in it, and indexes them at once: so many together cost a fifth of what each does by itself. */
  insertAll(sql: Sql, records: readonly { readonly n: number; readonly text: string }[]): void;
  /** Makes the record found by these texts and what was said in it, and by no former ones. */
  change(sql: Sql, n: number, parts: Parts, speech?: string | null): void;
  /**
   * A table expression with the column `n` of every record that may match, each once and in order. Where rows are joined to it and it
   * is not sorted once more, reading stops with the LIMIT.
   */
  candidates(asked: Candidates): Piece;
  /** The same as a statement for a set: all of them, in no order, some twice, at a third of the cost. */
  candidateSet(asked: Pick<Candidates, "match" | "pattern">): Piece;
  /** A table expression with the column `n` of every record that holds the text, the greatest n first; reading stops as above. */
  holding(sql: Sql, terms: SearchTerms): Piece;
  /** How many indexed records may match, counted up to a limit; of those with an n from that one on. */
  countUpTo(sql: Sql, match: string, limit: number, from?: number): number;
  /** Takes the record out. Its trigrams stay in the bytes of the file until `eraseSlice` has answered false. */
  erase(sql: Sql, n: number): void;
  /** The same with many. */
  eraseAll(sql: Sql, ns: readonly number[]): void;
  /** Rewrites a slice of the index, some milliseconds, into one segment without what was taken out; false when it is one. */
  eraseSlice(sql: Sql): boolean;
  /** Whether a long text waits to be indexed. */
  owesPieces(sql: Sql): boolean;
  /** Indexes the next piece of a long text that waits; false while the index is rewritten for an erasure. */
  indexPiece(sql: Sql): boolean;
}

const greatestN = Number.MAX_SAFE_INTEGER;
/** How many texts wait, and how many characters one of them has: a longer one has all but the long ones indexed at once. */
const maxWaiting = 200;
const maxWaitingLength = 1000;
/** Where so many may match, the texts are looked through as they lie: a text costs a tenth of what one costs that is looked up. */
const manyMatches = 5000;
/** Pages of the index that are rewritten in a slice; about 4 ms. */
const slicePages = 32;
/**
 * From so many segments on, the smaller ones together an eighth of the largest at least, the index is merged into one: each is asked by
 * every search (100,000 todos: the first matches come after 100 µs instead of 300). While texts go on coming in, once a minute.
 */
const manySegments = 4;
const smallPart = 1 / 8;
const oweMerging = `INSERT INTO work (kind, lane, subject_id, due_at, put_at) VALUES ('erase_words', 'rules', 'merge', 0, 0)
  ON CONFLICT (kind, subject_id) DO UPDATE SET due_at = put_at + 60000`;
const oweIndexing = `INSERT OR IGNORE INTO work (kind, lane, subject_id, due_at, put_at) VALUES ('index_text', 'rules', ?, 0, 0)`;

/** How many segments the index has, and their pages: of all, and of the largest. */
function segmentsOf(sql: Sql, index: string): readonly [number, number, number] {
  const pages = `SELECT count(*) AS pages FROM ${index}_idx GROUP BY segid`;
  return sql.get(`SELECT count(*), sum(pages), max(pages) FROM (${pages})`) as unknown as [number, number, number];
}

/** FTS5 keeps the rowids that were taken out of a segment in pages of their own, whose ids lie above those of all others. */
function isWhole(sql: Sql, index: string): boolean {
  const hasTombstones = sql.get(`SELECT 1 FROM ${index}_data WHERE id >= 1 << 53 LIMIT 1`) !== undefined;
  return segmentsOf(sql, index)[0] <= 1 && !hasTombstones;
}

/** What has an index of its own. */
export type Searched = "todo" | "capture" | "message" | "segment";

/** FTS5 merges its segments as texts come in, or, where it is set not to (migration 0051), only what is asked of it here. */
type Merging = "by FTS5" | "here";
/** Pages that are merged with each segment, for each segment that there is: the more of them, the more is merged. */
const mergedPages = 8;

function createSearchIndex(resource: Searched, merging: Merging): SearchIndex {
  const nameOf = (name: string): string => `${resource}_${name}`;
  const [texts, key, trigrams, waiting] = [nameOf("texts"), nameOf("n"), nameOf("search"), nameOf("unindexed")];
  const ofLong = nameOf("long_search");
  const pieces = createPieces({ texts, key, trigrams: ofLong, waiting, pieces: nameOf("pieces") });
  const isErasing = "SELECT 1 FROM work WHERE kind = 'erase_words' AND subject_id = 'search'";

  /** Notes that the text is to be indexed. */
  function wait(sql: Sql, n: number, { length }: string): void {
    const isLong = length > pieceLength;
    sql.run(
      `INSERT INTO ${waiting} (${key}, is_long) VALUES (?, ?) ON CONFLICT (${key}) DO UPDATE SET is_long = excluded.is_long`,
      n,
      isLong ? 1 : 0,
    );
    if (isLong) beginAgain(sql, n);
  }

  /** Has all that wait indexed, but for long ones, once they are many, or one of them has many characters. */
  function indexMany(sql: Sql, { length }: string): void {
    if (length > pieceLength) return;
    const count = sql.get(`SELECT count(*) FROM ${waiting} WHERE is_long = 0`)?.[0] as number;
    if (count <= maxWaiting && length <= maxWaitingLength) return;
    // The rewriting of an index begins again when some come in.
    if (count <= 10 * maxWaiting && sql.get(isErasing) !== undefined) return;
    const [many, all, largest] = indexWaiting(sql);
    if (many >= manySegments && all - largest >= largest * smallPart) sql.run(oweMerging);
  }

  /** Indexes all that wait, but for long ones, and answers what there is of the index. */
  function indexWaiting(sql: Sql): ReturnType<typeof segmentsOf> {
    pieces.dropOfShort(sql);
    sql.run(
      `REPLACE INTO ${trigrams} (rowid, text)
         SELECT ${key}, text FROM ${waiting} CROSS JOIN ${texts} USING (${key}) WHERE is_long = 0`,
    );
    sql.run(`DELETE FROM ${waiting} WHERE is_long = 0`);
    const segments = segmentsOf(sql, trigrams);
    if (merging === "here")
      sql.run(`INSERT INTO ${trigrams} (${trigrams}, rank) VALUES ('merge', ?)`, mergedPages * segments[0]);
    return segments;
  }

  /** Takes a long text out of the index and owes it piece by piece. */
  function beginAgain(sql: Sql, n: number): void {
    sql.run(`DELETE FROM ${trigrams} WHERE rowid = ?`, n);
    pieces.drop(sql, n);
    sql.run(oweIndexing, resource);
  }

  function candidates({ match, pattern = "", descending, from = 0, to = greatestN }: Candidates): Piece {
    const long = pieces.matching(match, from, to);
    return {
      text: `(SELECT rowid AS n FROM ${trigrams} WHERE ${trigrams} MATCH ? AND rowid BETWEEN ? AND ?
        UNION SELECT ${key} FROM ${waiting} CROSS JOIN ${texts} USING (${key}) WHERE ${key} BETWEEN ? AND ? AND instr(text, ?) > 0
        UNION ${long.text} ORDER BY 1 ${descending ? "DESC" : "ASC"} LIMIT -1)`,
      values: [match, from, to, from, to, pattern, ...long.values],
    };
  }

  function countUpTo(sql: Sql, match: string, limit: number, from = 0): number {
    const found = `SELECT 1 FROM ${trigrams} WHERE ${trigrams} MATCH ? AND rowid >= ? LIMIT ?`;
    return sql.get(`SELECT count(*) FROM (${found})`, match, from, limit)?.[0] as number;
  }

  function broken(sql: Sql): string | undefined {
    return [trigrams, ofLong].find((index) => !isWhole(sql, index));
  }

  return {
    insert(sql, n, parts) {
      const text = textOf(parts);
      sql.run(`INSERT INTO ${texts} (${key}, text) VALUES (?, ?)`, n, text);
      wait(sql, n, text);
      indexMany(sql, text);
    },
    insertAll(sql, records) {
      for (const { n, text } of records) {
        const folded = textOf([text]);
        sql.run(`INSERT INTO ${texts} (${key}, text) VALUES (?, ?)`, n, folded);
        wait(sql, n, folded);
      }
      indexWaiting(sql);
    },
    change(sql, n, parts, speech = null) {
      const text = `${textOf(parts)}${speech === null ? "" : `${beforeSpeech}${fold(speech)}`}`;
      const isOther = sql.change(`UPDATE ${texts} SET text = ?1 WHERE text <> ?1 AND ${key} = ?2`, text, n) > 0;
      if (!isOther) return;
      wait(sql, n, text);
      indexMany(sql, text);
    },
    candidates,
    holding(sql, { text: pattern, match }) {
      const holds = "instr(x.text, ?) > 0";
      if (match === null || countUpTo(sql, match, manyMatches) === manyMatches)
        return {
          text: `(SELECT x.${key} AS n FROM ${texts} x WHERE ${holds} ORDER BY 1 DESC LIMIT -1)`,
          values: [pattern],
        };
      const { text, values } = candidates({ match, pattern, descending: true });
      return {
        text: `(SELECT c.n FROM ${text} c CROSS JOIN ${texts} x ON x.${key} = c.n WHERE ${holds})`,
        values: [...values, pattern],
      };
    },
    candidateSet({ match, pattern = "" }) {
      const long = pieces.matching(match, 0, greatestN);
      return {
        text: `SELECT rowid FROM ${trigrams} WHERE ${trigrams} MATCH ?
          UNION ALL SELECT ${key} FROM ${waiting} CROSS JOIN ${texts} USING (${key}) WHERE instr(text, ?) > 0
          UNION ALL ${long.text}`,
        values: [match, pattern, ...long.values],
      };
    },
    countUpTo,
    erase(sql, n) {
      sql.run(`DELETE FROM ${waiting} WHERE ${key} = ?`, n);
      sql.run(`DELETE FROM ${trigrams} WHERE rowid = ?`, n);
      pieces.drop(sql, n);
      sql.run(`DELETE FROM ${texts} WHERE ${key} = ?`, n);
    },
    eraseAll(sql, ns) {
      const these = "IN (SELECT value FROM json_each(?))";
      const list = JSON.stringify(ns);
      sql.run(`DELETE FROM ${waiting} WHERE ${key} ${these}`, list);
      sql.run(`DELETE FROM ${trigrams} WHERE rowid ${these}`, list);
      pieces.dropAll(sql, list);
      sql.run(`DELETE FROM ${texts} WHERE ${key} ${these}`, list);
    },
    eraseSlice(sql) {
      const index = broken(sql);
      if (index === undefined) return false;
      sql.run(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`, -slicePages);
      return broken(sql) !== undefined;
    },
    owesPieces: (sql) => sql.get(`SELECT 1 FROM ${waiting} WHERE is_long = 1 LIMIT 1`) !== undefined,
    indexPiece(sql) {
      if (sql.get(isErasing) !== undefined) return false;
      pieces.index(sql);
      return true;
    },
  };
}

/** Titles and contents of todos. */
export const todoSearch = createSearchIndex("todo", "by FTS5");
/** Titles, contents, notes and summaries of captures, and what was said in them. */
export const captureSearch = createSearchIndex("capture", "by FTS5");
/** The words of messages. */
export const messageSearch = createSearchIndex("message", "here");
/** Each piece of what was said in a recording. */
export const segmentSearch = createSearchIndex("segment", "here");

export const searchIndexes: Readonly<Record<Searched, SearchIndex>> = {
  todo: todoSearch,
  capture: captureSearch,
  message: messageSearch,
  segment: segmentSearch,
};

function textOf(parts: Parts): string {
  return parts.map((part) => fold(part ?? "")).join(separator);
}

/** Whether a folded text of the table has the pattern before what was said. The pattern is asked for once. */
export function isWritten(text: string): string {
  return `instr(substr(${text}, 1, coalesce(nullif(instr(${text}, char(2)), 0), length(${text}))), ?) > 0`;
}
