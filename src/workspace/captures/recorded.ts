/** A capture as the journal reads it. */
import type { Recorded, Sql } from "../protocol/sql.ts";

/** What people and agents set of a capture, and what was generated of it: all of it is its content. */
export const captureRecord: Recorded = {
  kind: "capture",
  table: "captures",
  image(sql, id) {
    const row = sql.get(
      "SELECT type, language, title, subtitle, summary, content, notes, tags, is_archived FROM captures WHERE id = ?",
      id,
    );
    if (row === undefined) return undefined;
    const [type, language, title, subtitle, summary, content, notes, tags, isArchived] = row;
    const texts = { title, subtitle, summary, content, notes, tags: JSON.parse(tags as string) as unknown };
    return { fields: { type, language, ...texts, isArchived: isArchived === 1 }, carried: [id] };
  },
};

/** The capture with that n is about to change. */
export function captureChanging(sql: Sql, n: number): void {
  sql.journal.changing(captureRecord, idOf(sql, n));
}

/** The capture with that n is about to be erased. */
export function captureErasing(sql: Sql, n: number): void {
  sql.journal.erasing(captureRecord, idOf(sql, n));
}

/** Something else about the capture with that n changes. */
export function captureTouched(sql: Sql, n: number): void {
  sql.journal.touched("capture", idOf(sql, n));
}

function idOf(sql: Sql, n: number): string {
  return sql.get("SELECT id FROM captures WHERE n = ?", n)?.[0] as string;
}
