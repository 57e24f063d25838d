/** What the journal forgets: images and touches after its lifetime. The chain stays, and the images of agents and skills, from which their versions come. */
import type { Sql } from "../sql.ts";

/** So many writes pass until the next looks for what is too old. */
export const lookEvery = 32;
/** Rows looked at in one write: more than those writes add. */
const atOnce = 256;

/** Forgets what is too old as writes follow each other. */
export interface Retention {
  /** Forgets some of what is too old. */
  look(now: number): void;
  /** Rows may have been undone: where it stands is read again. */
  reset(): void;
}

/** Of the journal of one connection; the lifetime of what it forgets is in milliseconds. */
export function createRetention(sql: Sql, lifetime: number): Retention {
  let from: number | null = null;
  /** Until then no row is too old. */
  let dueAt = 0;
  return {
    look(now) {
      if (now < dueAt) return;
      from = forgetOld(sql, from ?? forgottenTo(sql), now - lifetime, now);
      dueAt = lifetime + (firstAfter(sql, from, now) ?? now - lifetime);
    },
    reset() {
      from = null;
      dueAt = 0;
    },
  };
}

/** Rows up to this one have been looked at: touches among them may be gone. */
export function forgottenTo(sql: Sql): number {
  return Number(sql.get("SELECT value FROM meta WHERE key = 'journalForgotten'")?.[0] ?? 0);
}

/**
 * Forgets what is older than the moment (milliseconds since 1970) of the next rows after `from`; answers the last one that was looked at.
 * The newest row stays. Rows of a clock that ran ahead of `now` are as old as those after them.
 */
export function forgetOld(sql: Sql, from: number, moment: number, now: number): number {
  const first = firstAfter(sql, from, now);
  if (first === undefined || first > moment) return from;
  const rows = sql.all("SELECT n, at FROM changes WHERE n > ? AND at <= ? ORDER BY n LIMIT ?", from, now, atOnce);
  const young = rows.findIndex(([, at]) => (at as number) > moment);
  const last = (young === -1 ? rows.at(-1) : rows[young - 1])?.[0] as number | undefined;
  if (last === undefined) return from;
  sql.run(
    `UPDATE changes SET before = NULL, after = NULL, salt = NULL
     WHERE n > ? AND n <= ? AND salt IS NOT NULL AND kind NOT IN ('agent', 'agent_skill')`,
    from,
    last,
  );
  sql.run(
    "DELETE FROM changes WHERE n > ? AND n <= ? AND op = 'touched' AND n < (SELECT max(n) FROM changes)",
    from,
    last,
  );
  sql.run(
    "INSERT INTO meta (key, value) VALUES ('journalForgotten', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    String(last),
  );
  return last;
}

/** When the first row after that one was written, by a clock that did not run ahead; undefined when there is none. */
function firstAfter(sql: Sql, n: number, now: number): number | undefined {
  return sql.get("SELECT at FROM changes WHERE n > ? AND at <= ? ORDER BY n LIMIT 1", n, now)?.[0] as
    | number
    | undefined;
}
