/**
 * The search of a resource. `<resource>_texts` has the folded text of each record, and that text alone decides what is found, character
 * by character. `<resource>_search`, FTS5's trigram index of these texts, only says which of them may hold a pattern: it keeps neither
 * texts nor positions, so a pattern is the AND of its trigrams.
 */
import { fold } from "../fold.ts";
import type { Sql } from "../sql.ts";

/** Stands between the texts of a record; no text can contain it. */
const separator = "\u0001";
/** Trigrams of a pattern that are looked up: the text decides, and each one more costs some 50 µs. */
const maxTrigrams = 6;

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

/** The query of the index for a folded pattern: what matches may hold it. Null below three characters. */
export function matchOf(text: string): string | null {
  const characters = Array.from(text);
  const trigrams = new Set<string>();
  for (let at = 0; at + 2 < characters.length; at += 1) trigrams.add(characters.slice(at, at + 3).join(""));
  return trigrams.size === 0
    ? null
    : spread([...trigrams])
        .map(quoted)
        .join(" AND ");
}

/** Some of the trigrams, from the first to the last. */
function spread(trigrams: readonly string[]): readonly string[] {
  if (trigrams.length <= maxTrigrams) return trigrams;
  const step = (trigrams.length - 1) / (maxTrigrams - 1);
  return Array.from({ length: maxTrigrams }, (_, at) => trigrams[Math.round(at * step)] as string);
}

function quoted(trigram: string): string {
  return `"${trigram.replaceAll('"', '""')}"`;
}

/** Texts in an order that stays the same; null for a missing one. */
type Parts = readonly (string | null)[];

/** A record is named by the `n` of its row. */
export interface SearchIndex {
  /** Adds a record that is not in it. */
  insert(sql: Sql, n: number, parts: Parts): void;
  /** Makes the record found by these texts, and by no former ones. */
  change(sql: Sql, n: number, parts: Parts): void;
  /** Takes the record out. Its trigrams stay in the bytes of the file until `eraseSlice` has answered false. */
  erase(sql: Sql, n: number): void;
  /** Rewrites a slice of the index, some milliseconds, without what was taken out; false when nothing of that is left. */
  eraseSlice(sql: Sql): boolean;
}

/** Pages of the index that are rewritten in a slice; about 8 ms. */
const slicePages = 64;

function createSearchIndex(resource: "todo" | "capture"): SearchIndex {
  const [texts, key, index] = [`${resource}_texts`, `${resource}_n`, `${resource}_search`];
  /** FTS5 keeps the rowids that were taken out of a segment in pages of their own, whose ids lie above those of all others. */
  const tombstones = `SELECT 1 FROM ${index}_data WHERE id >= 1 << 53 LIMIT 1`;

  const put = (sql: Sql, n: number, text: string): void =>
    sql.run(`REPLACE INTO ${index} (rowid, text) VALUES (?, ?)`, n, text);

  return {
    insert(sql, n, parts) {
      const text = textOf(parts);
      sql.run(`INSERT INTO ${texts} (${key}, text) VALUES (?, ?)`, n, text);
      put(sql, n, text);
    },
    change(sql, n, parts) {
      const text = textOf(parts);
      const isOther = sql.change(`UPDATE ${texts} SET text = ?1 WHERE text <> ?1 AND ${key} = ?2`, text, n) > 0;
      if (isOther) put(sql, n, text);
    },
    erase(sql, n) {
      sql.run(`DELETE FROM ${index} WHERE rowid = ?`, n);
      sql.run(`DELETE FROM ${texts} WHERE ${key} = ?`, n);
    },
    eraseSlice(sql) {
      if (sql.get(tombstones) === undefined) return false;
      sql.run(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`, -slicePages);
      return sql.get(tombstones) !== undefined;
    },
  };
}

/** Titles and contents of todos. */
export const todoSearch = createSearchIndex("todo");
/** Titles, contents, notes and summaries of captures. */
export const captureSearch = createSearchIndex("capture");

function textOf(parts: Parts): string {
  return parts.map((part) => fold(part ?? "")).join(separator);
}
