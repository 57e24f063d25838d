/**
 * What was said in the search, piece by piece. The number of a piece in the index is made of the n of its capture and its position, so
 * that what was said last comes first, and the pieces of a recording in their order.
 */
import type { Sql } from "../protocol/sql.ts";
import { type SearchTerms, segmentSearch } from "../search/search.ts";

/** More positions than a recording has characters. */
const positions = 2 ** 24;
const numberIn = (captureN: string, position: string): string =>
  `${captureN} * ${positions} + ${positions - 1} - ${position}`;

function numberOf(captureN: number, position: number): number {
  return captureN * positions + positions - 1 - position;
}

/** Has a new piece found. */
export function indexSegment(sql: Sql, captureId: string, position: number, text: string): void {
  segmentSearch.insert(sql, numberOf(captureNOf(sql, captureId), position), [text]);
}

/** Takes these pieces of a capture out of the search. */
export function dropSegments(sql: Sql, captureId: string, of: readonly number[]): void {
  if (of.length === 0) return;
  const n = captureNOf(sql, captureId);
  segmentSearch.eraseAll(
    sql,
    of.map((position) => numberOf(n, position)),
  );
}

/** Takes the pieces of a capture that is about to be erased out of the search. */
export function dropSegmentsOf(sql: Sql, captureN: number): void {
  const rows = sql.all(
    "SELECT segment_n FROM segment_texts WHERE segment_n BETWEEN ? AND ?",
    numberOf(captureN, positions - 1),
    numberOf(captureN, 0),
  );
  segmentSearch.eraseAll(
    sql,
    rows.map(([n]) => n as number),
  );
}

function captureNOf(sql: Sql, captureId: string): number {
  const row = sql.get("SELECT n FROM captures WHERE id = ?", captureId);
  if (row === undefined) throw new Error(`Expected the capture ${captureId} of a segment.`);
  return row[0] as number;
}

export interface FoundSegment {
  readonly captureId: string;
  readonly title: string | null;
  readonly updatedAt: number;
  readonly startMs: number;
  readonly text: string;
}

/** Pieces that hold the text, of recordings that are not archived, the newest recording first. */
export function segmentsWith(sql: Sql, terms: SearchTerms, limit: number): FoundSegment[] {
  const { text: source, values } = segmentSearch.holding(sql, terms);
  const rows = sql.all(
    `SELECT c.id, c.title, c.updated_at, g.start_ms, g.text FROM ${source} s CROSS JOIN captures c ON c.n = s.n / ${positions}
     CROSS JOIN segments g ON g.capture_id = c.id AND g.position = ${positions - 1} - s.n % ${positions}
     WHERE c.is_archived = 0 LIMIT ?`,
    ...values,
    limit,
  );
  return rows.map(([captureId, title, updatedAt, startMs, text]) => ({
    captureId: captureId as string,
    title: title as string | null,
    updatedAt: updatedAt as number,
    startMs: startMs as number,
    text: text as string,
  }));
}

/** Pieces from before there was an index that enter it in a write. */
const inSlice = 200;

/** Indexes some of those, from the captures up to that n downwards, and answers where to go on; null when all are in it. */
export function indexOldSegments(sql: Sql, from: number): number | null {
  const capture = sql.get(
    `SELECT n, id FROM captures c WHERE n <= ? AND type = 'recording' AND EXISTS (SELECT 1 FROM segments WHERE capture_id = c.id)
     ORDER BY n DESC LIMIT 1`,
    from,
  );
  if (capture === undefined) return null;
  const [captureN, captureId] = capture as readonly [number, string];
  const rows = sql.all(
    `SELECT position, text FROM segments s WHERE capture_id = ?
       AND NOT EXISTS (SELECT 1 FROM segment_texts WHERE segment_n = ${numberIn("?", "s.position")})
     ORDER BY position LIMIT ${inSlice}`,
    captureId,
    captureN,
  ) as unknown as (readonly [number, string])[];
  segmentSearch.insertAll(
    sql,
    rows.map(([position, text]) => ({ n: numberOf(captureN, position), text })),
  );
  return rows.length < inSlice ? captureN - 1 : captureN;
}
