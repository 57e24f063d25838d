/**
 * Texts of todos that carry content of captures are redacted: who may not read captures sees a fixed phrase in their place, and cannot
 * find the todo by them. captures/boundary.ts says what redacts a text, and what lifts that.
 */
import type { TodoUpdate } from "../../schema/todo.ts";
import { type Carried, mayReadCaptures, withheldText } from "../captures/boundary.ts";
import type { Context } from "../protocol/context.ts";
import type { Sql } from "../protocol/sql.ts";

export interface Texts {
  readonly title: string | null;
  readonly content: string | null;
}

/** Of a row, whether its texts carry content of captures; its number leads to which. */
interface Carrier {
  readonly n: number;
  readonly redacted: number;
}

/** The bits of `redacted` (the column `todos.redacted`). */
const bits = { title: 1, content: 2 } as const;
const fields = ["title", "content"] as const;

/** What a text carries that is written now: none of a person's does, nor does one that a person has decided on; one that comes back carries what it carried. */
export function carriedNow({ acting, carries = null }: Pick<Context, "acting" | "carries">): Carried {
  if (acting === null) return carries;
  return acting.isApproved ? null : acting.carried;
}

/** The bits of texts that all carry that. */
export function redactionOf(texts: Texts, carried: Carried): number {
  return carried === null
    ? 0
    : fields.reduce((redacted, field) => redacted | (texts[field] === null ? 0 : bits[field]), 0);
}

/** The texts as somebody with these scopes may see them. */
export function seenTexts(redacted: number, { title, content }: Texts): Texts {
  return {
    title: (redacted & bits.title) === 0 ? title : withheldText,
    content: (redacted & bits.content) === 0 ? content : withheldText,
  };
}

/** The change without what was withheld from its sender and comes back as it was shown: that is no text of theirs. */
export function withoutEchoes({ caller }: Context, { redacted }: Carrier, body: TodoUpdate): TodoUpdate {
  if (mayReadCaptures(caller.scopes)) return body;
  const isEcho = (field: keyof Texts): boolean => (redacted & bits[field]) !== 0 && body[field] === withheldText;
  const { title, content, ...rest } = body;
  return {
    ...rest,
    ...(title !== undefined && !isEcho("title") && { title }),
    ...(content !== undefined && !isEcho("content") && { content }),
  };
}

/** The bits after a change: a text that was sent is redacted when it carries content of captures, and no longer redacted when it carries none. */
export function redactionAfter(context: Context, todo: Carrier & Texts, body: TodoUpdate, texts: Texts): number {
  const carried = carriedNow(context);
  return fields.reduce((redacted, field) => {
    if (body[field] === undefined) return redacted;
    if (carried === null || texts[field] === null) return redacted & ~bits[field];
    return texts[field] === todo[field] ? redacted : redacted | bits[field];
  }, todo.redacted);
}

/** True when the person who accepts a suggestion makes its words their own: they can read them, and are no agent. */
export function isOwned({ caller, acting }: Context): boolean {
  return acting === null && mayReadCaptures(caller.scopes);
}

/** Saves which captures the redacted texts carry content of: the new ones in addition to the known; none when no text is redacted. */
export function saveCaptures(sql: Sql, n: number, redacted: number, carried: Carried): void {
  if (redacted === 0) sql.run("DELETE FROM todo_captures WHERE todo_n = ?", n);
  else noteCaptures(sql, n, carried);
}

/** Adds captures whose content the texts carry; one that was erased is none. */
export function noteCaptures(sql: Sql, n: number, carried: Carried): void {
  for (const captureId of carried ?? []) {
    sql.run(
      `INSERT INTO todo_captures (todo_n, capture_id) SELECT ?, id FROM captures WHERE id = ? ON CONFLICT DO NOTHING`,
      n,
      captureId,
    );
  }
}

/** What the texts of a todo carry. */
export function carriedByTexts(sql: Sql, { n, redacted }: Carrier): Carried {
  return redacted === 0 ? null : capturesOf(sql, [n]);
}

/** Notes for the turn that asks, if one does, that it is shown the texts of these todos, all of them redacted. */
export function showRedacted(
  { sql, acting, caller }: Pick<Context, "sql" | "acting" | "caller">,
  ns: readonly number[],
): void {
  if (acting === null || ns.length === 0 || !mayReadCaptures(caller.scopes)) return;
  acting.shows(capturesOf(sql, ns));
}

/** The captures whose content the texts of these todos carry. */
export function capturesOf(sql: Sql, ns: readonly number[]): string[] {
  const rows = sql.all(
    "SELECT DISTINCT capture_id FROM todo_captures WHERE todo_n IN (SELECT value FROM json_each(?))",
    JSON.stringify(ns),
  );
  return rows.map(([captureId]) => captureId as string);
}
