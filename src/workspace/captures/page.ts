/** Pages and counts of captures, newest first. What cost much to find is kept, and brought up to date with the captures that were touched. */
import { decodePosition, invalidCursor, type Position } from "../cursor.ts";
import type { Piece, Sql } from "../sql.ts";
import { inGroup, noTally, type Tally, tallied } from "../tally.ts";
import { readNs, touchedNs } from "../touched.ts";
import type { CaptureFilter } from "./filter.ts";
import { rowsOfNs } from "./kept.ts";
import type { CaptureRow } from "./row.ts";
import { matching, matchingOf, type Source, sourceOf, sourceOfCount } from "./source.ts";

/** What is known of the list that a filter asks for. */
interface Known {
  readonly source: Source;
  /** The n of the first that match, in order, none left out. */
  readonly ns: number[];
  /** There are no others behind them. */
  isWhole: boolean;
}

/** What is kept of one list. */
const mostKept = 2000;
/** After more changes than this, to find a page takes hardly longer than to look at them. */
const fewTouched = 200;

/** Up to `limit` captures after the place. */
export function captureRows(sql: Sql, filter: CaptureFilter, limit: number, cursor: string | undefined): CaptureRow[] {
  const after = cursor === undefined ? Number.MAX_SAFE_INTEGER : placeOf(cursor);
  return rowsOfNs(
    sql,
    isPlain(filter) ? walk(sql, filter, sourceOf(sql, filter), limit, after) : nsOf(sql, filter, limit, after),
  );
}

/** How many captures match. */
export function countCaptures(sql: Sql, filter: CaptureFilter): number {
  const name = `count ${nameOf(filter)}`;
  if (isPlain(filter)) return sql.foundCaptures.keep(name, () => plainCount(sql, filter));
  const { counts } = sql.foundCaptures.keep<Tally>(
    name,
    () => tallied(noTally, [], readTallied(sql, matching(filter, sourceOfCount(sql, filter)))),
    (tally, touched) => {
      const changed = touchedNs(sql, "captures", touched);
      return tallied(tally, changed, readTallied(sql, matchingOf(filter, changed)));
    },
  );
  return counts[matches] as number;
}

function plainCount(sql: Sql, filter: CaptureFilter): number {
  const { text, values } = matching(filter, sourceOfCount(sql, filter));
  return sql.get(`SELECT count(*) FROM (${text})`, ...values)?.[0] as number;
}

/** The group of those that match. */
const matches = 1;

function readTallied(sql: Sql, { text, values }: Piece): number[] {
  return readNs(sql, { text: `SELECT ${inGroup("n", matches)} AS n FROM (${text})`, values });
}

/** Where the page after this capture begins. */
export function positionOf({ n }: CaptureRow): Position {
  return [n];
}

function placeOf(cursor: string): number {
  const [n] = decodePosition(cursor, 1);
  if (typeof n !== "number" || !Number.isSafeInteger(n)) throw invalidCursor();
  return n;
}

/** Whether a page is one range of an index, which costs no more than what is kept of it would. */
function isPlain({ text, tagNs, type, updatedSince }: CaptureFilter): boolean {
  return text === null && updatedSince === null && tagNs.length + (type === null ? 0 : 1) <= 1;
}

function nameOf({ isArchived, type, tagNs, from, to, updatedSince, text }: CaptureFilter): string {
  return JSON.stringify([isArchived, type, tagNs, from, to, updatedSince, text]);
}

/** The n of up to `limit` captures below one, out of what is known of the list; what more is read goes on where that ends, if it can. */
function nsOf(sql: Sql, filter: CaptureFilter, limit: number, after: number): number[] {
  const known = sql.foundCaptures.keep<Known>(
    nameOf(filter),
    () => ({ source: sourceOf(sql, filter), ns: [], isWhole: false }),
    (before, touched) => knownAfter(sql, filter, before, touchedNs(sql, "captures", touched)),
  );
  const { source, ns } = known;
  const end = ns.at(-1) ?? Number.MAX_SAFE_INTEGER;
  const first = ns.findIndex((n) => n < after);
  const found = first < 0 ? [] : ns.slice(first, first + limit);
  const missing = limit - found.length;
  if (missing === 0 || known.isWhole) return found;
  const more = walk(sql, filter, source, missing, Math.min(after, end));
  if (after >= end && ns.length < mostKept) {
    ns.push(...more);
    known.isWhole = more.length < missing;
  }
  return [...found, ...more];
}

/** What is known after these captures were touched; null where it is found as quickly anew. */
function knownAfter(sql: Sql, filter: CaptureFilter, before: Known, changed: readonly number[]): Known | null {
  if (changed.length > fewTouched) return null;
  const { source, ns, isWhole } = before;
  const isChanged = new Set(changed);
  const end = isWhole ? 0 : (ns.at(-1) ?? Number.MAX_SAFE_INTEGER);
  const now = readNs(sql, matchingOf(filter, changed)).filter((n) => n >= end);
  const all = [...ns.filter((n) => !isChanged.has(n)), ...now];
  return { source, ns: all.sort((one, other) => other - one), isWhole };
}

/** The n of up to `limit` captures below one. */
function walk(sql: Sql, filter: CaptureFilter, source: Source, limit: number, after: number): number[] {
  const { text, values } = matching(filter, source, Math.min(filter.to, after - 1));
  return readNs(sql, { text: `${text} ORDER BY n DESC LIMIT ?`, values: [...values, limit] });
}
