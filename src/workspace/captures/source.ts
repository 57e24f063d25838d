/**
 * Where lists of captures are read from, newest first. The rows come from one source, an index or the search, in the order of the
 * list; what it does not settle is checked row by row, in an index where one has it: the rows themselves are long. For a page a
 * source with few rows wins, else the one that tells most; for a count the one with the fewest.
 */
import { captureSearch, isWritten } from "../search/search.ts";
import type { Piece, Sql, SqlValue } from "../protocol/sql.ts";
import type { CaptureFilter } from "./filter.ts";

export type Source = "text" | "tag" | "type" | "updated" | "created";

type Index = Exclude<Source, "text">;

const tables: Readonly<Record<Index, string>> = {
  tag: "capture_tags g",
  type: "captures c INDEXED BY captures_type",
  updated: "captures c INDEXED BY captures_updated",
  created: "captures c INDEXED BY captures_created",
};
/** Where a source has n. */
const keys: Readonly<Record<Source, string>> = {
  text: "s.n",
  tag: "g.capture_n",
  type: "c.n",
  updated: "c.n",
  created: "c.n",
};
const pageSize = 26;

/** The narrowest source, when one has fewer rows than a walk would look at (see todos/page.ts); else the most telling one. */
export function sourceOf(sql: Sql, filter: CaptureFilter): Source {
  const possible = sourcesOf(filter);
  return narrowest(sql, filter, possible) ?? possible.find((source) => source !== "updated") ?? "created";
}

function narrowest(sql: Sql, filter: CaptureFilter, possible: readonly Source[]): Source | undefined {
  if (possible.length < 2) return undefined;
  const last = (sql.get("SELECT max(n) FROM captures")?.[0] as number | null | undefined) ?? 0;
  let best: Source | undefined;
  let most = Math.ceil(Math.sqrt(pageSize * last));
  for (const source of possible) {
    const count = countUpTo(sql, filter, source, most);
    if (count < most) [best, most] = [source, count];
  }
  return best;
}

/** Every row of the source is looked at, so the fewest are the best. */
export function sourceOfCount(sql: Sql, filter: CaptureFilter): Source {
  const [first = "created", ...others] = sourcesOf(filter).filter((source) => source !== "created");
  let best: Source = first;
  let most = others.length === 0 ? 0 : countUpTo(sql, filter, first, Number.MAX_SAFE_INTEGER);
  for (const source of others) {
    const count = countUpTo(sql, filter, source, most);
    if (count < most) [best, most] = [source, count];
  }
  return best;
}

function sourcesOf({ match, tagNs, type, updatedSince }: CaptureFilter): Source[] {
  const sources: Source[] = [];
  if (match !== null) sources.push("text");
  if (tagNs.length > 0) sources.push("tag");
  if (type !== null) sources.push("type");
  if (updatedSince !== null) sources.push("updated", "created");
  return sources;
}

function countUpTo(sql: Sql, filter: CaptureFilter, source: Source, most: number): number {
  if (source === "created") return most;
  if (source === "text") return captureSearch.countUpTo(sql, filter.match ?? "", most, filter.from);
  const { text, values } = entered(filter, source);
  const row = sql.get(`SELECT count(*) FROM (SELECT 1 FROM ${text} LIMIT ?)`, ...values, most);
  return row?.[0] as number;
}

/** What the search finds up to `to`, newest first: texts that may match. */
function found({ match, text: pattern, from }: CaptureFilter, to: number): Piece {
  const asked = { match: match ?? "", pattern: pattern ?? "" };
  const { text, values } = captureSearch.candidates({ ...asked, descending: true, from, to });
  return { text: `${text} s`, values };
}

/** The part of an index that holds what it settles. */
function entered(filter: CaptureFilter, source: Index): Piece {
  const { text, values } = settled(filter, source);
  return { text: `${tables[source]} WHERE ${text}`, values };
}

function settled({ isArchived, tagNs, type, updatedSince }: CaptureFilter, source: Index): Piece {
  if (source === "tag") return { text: "g.tag_n = ? AND g.is_archived = ?", values: [tagNs[0] ?? 0, isArchived] };
  if (source === "type") return { text: "c.type = ? AND c.is_archived = ?", values: [type, isArchived] };
  if (source === "updated")
    return { text: "c.is_archived = ? AND c.updated_at >= ?", values: [isArchived, updatedSince] };
  return { text: "c.is_archived = ?", values: [isArchived] };
}

/** The rows of a source up to `to`, as what follows FROM. */
function rowsOf(filter: CaptureFilter, source: Source, to: number): Piece {
  if (source === "text") {
    const { text, values } = found(filter, to);
    return { text: `${text} CROSS JOIN capture_texts x ON x.capture_n = s.n WHERE 1`, values };
  }
  const { text, values } = settled(filter, source);
  const range = `${keys[source]} BETWEEN ? AND ?`;
  return { text: `${tables[source]} WHERE ${text} AND ${range}`, values: [...values, filter.from, to] };
}

/** What the source does not settle, tags and texts aside: its index has it, and of another table that of all captures. */
function unsettled({ isArchived, type, updatedSince }: CaptureFilter, source: Source): Piece {
  const isApart = source === "text" || source === "tag";
  const alias = isApart ? "i" : "c";
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  const add = (column: string, value: SqlValue): void => {
    conditions.push(`${alias}.${column} ?`);
    values.push(value);
  };
  if (source === "text") add("is_archived =", isArchived);
  if (source === "tag" && (type !== null || updatedSince !== null)) add("is_archived =", isArchived);
  if (type !== null && source !== "type") add("type =", type);
  if (updatedSince !== null && source !== "updated") add("updated_at >=", updatedSince);
  const text = conditions.join(" AND ");
  if (!isApart || text === "") return { text, values };
  const row = `SELECT 1 FROM captures i INDEXED BY captures_created WHERE ${text} AND i.n = ${keys[source]}`;
  return { text: `EXISTS (${row})`, values };
}

/** The n of everything up to `to` that matches: of the search newest first, of an index in no order yet. */
export function matching(filter: CaptureFilter, source: Source, to = filter.to): Piece {
  const { isArchived, tagNs, text, isOfWritten } = filter;
  const rows = rowsOf(filter, source, to);
  const left = unsettled(filter, source);
  const pieces = left.text === "" ? [rows.text] : [rows.text, left.text];
  const values = [...rows.values, ...left.values];
  const add = (piece: string, ...more: SqlValue[]): void => {
    pieces.push(piece);
    values.push(...more);
  };
  const carries = `EXISTS (SELECT 1 FROM capture_tags x WHERE x.tag_n = ? AND x.is_archived = ${isArchived ? 1 : 0} AND x.capture_n = ${keys[source]})`;
  for (const tagN of source === "tag" ? tagNs.slice(1) : tagNs) add(carries, tagN);
  // The index of the search only says where the text may be.
  const whole = source === "text" ? "x.text" : `(SELECT text FROM capture_texts WHERE capture_n = ${keys[source]})`;
  if (text !== null) add(isOfWritten ? isWritten(whole) : `instr(${whole}, ?) > 0`, text);
  return { text: `SELECT ${keys[source]} AS n FROM ${pieces.join(" AND ")}`, values };
}
