/**
 * Long texts in the search: they enter an index of their own in pieces, a write each, which takes 10 ms at most; the whole of one would
 * stop everybody for up to 70. The index is merged a little with each piece, and by nothing else (migration 0046 says so to it).
 */
import type { Piece, Sql } from "../protocol/sql.ts";

/** UTF-16 units of a text that is indexed in pieces, if it has more, and characters of each piece. */
export const pieceLength = 5000;
/** Each begins so many characters before the end of the one before it: what is looked for, 200 characters that folding may make 600, stands in one of them. */
const overlap = 600;
/** Pages of the index that are merged with a piece, once four segments are alike. */
const mergedPages = 16;

/** The tables of a resource; `key` is the column with the n of the record. */
interface Tables {
  readonly texts: string;
  readonly key: string;
  readonly trigrams: string;
  readonly waiting: string;
  readonly pieces: string;
}

export interface Pieces {
  /** Takes those of a text out of the index. */
  drop(sql: Sql, n: number): void;
  /** The same with the texts of a JSON array of n. */
  dropAll(sql: Sql, ns: string): void;
  /** Takes those out of texts that wait and are long no more. */
  dropOfShort(sql: Sql): void;
  /** Indexes the next piece of a long text that waits, if one does. */
  index(sql: Sql): void;
  /** A statement for the n of each long text that may match, from one n to another, some twice. */
  matching(match: string, from: number, to: number): Piece;
}

export function createPieces({ texts, key, trigrams, waiting, pieces }: Tables): Pieces {
  function remove(sql: Sql, which: string, ...values: readonly (number | string)[]): void {
    sql.run(`DELETE FROM ${trigrams} WHERE rowid IN (SELECT piece FROM ${pieces} WHERE ${which})`, ...values);
    sql.run(`DELETE FROM ${pieces} WHERE ${which}`, ...values);
  }

  return {
    drop: (sql, n) => remove(sql, `${key} = ?`, n),
    dropAll: (sql, ns) => remove(sql, `${key} IN (SELECT value FROM json_each(?))`, ns),
    dropOfShort: (sql) => remove(sql, `${key} IN (SELECT ${key} FROM ${waiting} WHERE is_long = 0)`),
    index(sql) {
      const row = sql.get(
        `SELECT ${key}, (SELECT max(ends_at) FROM ${pieces} p WHERE p.${key} = w.${key}) FROM ${waiting} w WHERE is_long = 1 LIMIT 1`,
      );
      if (row === undefined) return;
      const [n, endsAt] = row as readonly [number, number | null];
      const begin = Math.max(0, (endsAt ?? 0) - overlap);
      const part = sql.get(
        `SELECT part, length(part) FROM (SELECT substr(text, ?, ?) AS part FROM ${texts} WHERE ${key} = ?)`,
        begin + 1,
        pieceLength,
        n,
      );
      const [text, length] = (part ?? ["", 0]) as readonly [string, number];
      const piece = sql.get(`INSERT INTO ${pieces} (${key}, ends_at) VALUES (?, ?) RETURNING piece`, n, begin + length);
      sql.run(`REPLACE INTO ${trigrams} (rowid, text) VALUES (?, ?)`, piece?.[0] as number, text);
      sql.run(`INSERT INTO ${trigrams} (${trigrams}, rank) VALUES ('merge', ${mergedPages})`);
      if (length < pieceLength) sql.run(`DELETE FROM ${waiting} WHERE ${key} = ?`, n);
    },
    // The condition that names no table is looked at first: where no text is long, this index is not asked.
    matching: (match, from, to) => ({
      text: `SELECT p.${key} FROM ${trigrams} i CROSS JOIN ${pieces} p ON p.piece = i.rowid
        WHERE EXISTS (SELECT 1 FROM ${pieces}) AND i.${trigrams} MATCH ? AND p.${key} BETWEEN ? AND ?`,
      values: [match, from, to],
    }),
  };
}
