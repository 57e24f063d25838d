/** Series as the interface shows them: a title that carries content of captures is withheld from who may not read them. */
import type { ScheduledSeries } from "../../schema/schedule.ts";
import { mayReadCaptures } from "../captures/boundary.ts";
import type { Context } from "../protocol/context.ts";
import { seenTexts, showRedacted } from "../todos/redaction.ts";
import { type ListedSeries, listedSeries, toSeries } from "./page.ts";

type Reader = Pick<Context, "sql" | "caller" | "acting">;

/** The series with that id; undefined when there is none. */
export function readSeries(reader: Reader, id: string): ScheduledSeries | undefined {
  const row = listedSeries(reader.sql, id);
  return row && showSeries(reader, [row])[0];
}

/** The series of these rows, in their order. */
export function showSeries(reader: Reader, rows: readonly ListedSeries[]): ScheduledSeries[] {
  const redacted = rows.filter(({ todo }) => todo.redacted !== 0);
  showRedacted(
    reader,
    redacted.map(({ todo }) => todo.n),
  );
  const readsCaptures = mayReadCaptures(reader.caller.scopes);
  return rows.map((row) => toSeries(reader.sql, readsCaptures ? row : withSeenTitle(row)));
}

function withSeenTitle(row: ListedSeries): ListedSeries {
  return { ...row, title: seenTexts(row.todo.redacted, { title: row.title, content: null }).title };
}
