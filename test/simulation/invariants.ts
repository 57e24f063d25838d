/** What holds whenever nothing more happens by itself, read off the tables. Each answers what is wrong, in words. */
import { nextRun, type Schedule } from "../../src/workspace/time/recurrence/recurrence.ts";
import type { Sql } from "../../src/workspace/protocol/sql.ts";

/** Turns of one workspace that may run at once. */
const places = 4;

/** Milliseconds: longer than any retry, and than the clock is set back at once. */
const farAhead = 3 * 3_600_000;

/** The message of every schedule: it tells whose the run is that begins with it. */
export const bySchedule = "By schedule";

/** Queries whose rows are wrong; the first column says which row. `?1` is now. */
const wrong: Readonly<Record<string, string>> = {
  "a live turn without a piece of work": `SELECT id, state FROM turns
    WHERE state IN ('queued', 'running', 'awaiting_input')
      AND id NOT IN (SELECT subject_id FROM work WHERE kind = 'turn')`,
  "a running turn that nobody has, though it is due and there is a place": `SELECT t.id, t.state FROM turns t
    JOIN work w ON w.kind = 'turn' AND w.subject_id = t.id
    WHERE w.is_taken = 0 AND w.due_at <= ?1
      AND (SELECT count(*) FROM work WHERE lane = 'turns' AND is_taken = 1) < ${places}`,
  "a turn that may go on, and is put off": `SELECT t.id, t.state FROM turns t
    JOIN work w ON w.kind = 'turn' AND w.subject_id = t.id
    WHERE t.state IN ('queued', 'running') AND w.is_taken = 0 AND w.due_at > ?1 + ${farAhead}`,
  "a waiting turn that somebody has": `SELECT t.id FROM turns t JOIN work w ON w.kind = 'turn' AND w.subject_id = t.id
    WHERE t.state = 'awaiting_input' AND w.is_taken = 1`,
  "a waiting turn that asks for nothing": `SELECT id FROM turns WHERE state = 'awaiting_input'
    AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.turn_id = turns.id AND a.status = 'pending')`,
  "an open approval of a turn that does not wait": `SELECT a.id, t.state FROM approvals a LEFT JOIN turns t ON t.id = a.turn_id
    WHERE a.status = 'pending' AND t.state IS NOT 'awaiting_input'`,
  "an open approval of a chat that has ended": `SELECT a.id, c.status FROM approvals a LEFT JOIN chats c ON c.id = a.chat_id
    WHERE a.status = 'pending' AND c.status IS NOT 'awaiting_input'`,
  "an open approval that waits for longer than any may": `SELECT id, expires_at FROM approvals WHERE status = 'pending'
    AND expires_at > ?1 + ${72 * 3_600_000} + 1000`,
  "an open approval past its time": `SELECT id FROM approvals WHERE status = 'pending' AND expires_at <= ?1`,
  "a chat that its turn contradicts": `SELECT c.id, c.status, t.state FROM chats c LEFT JOIN turns t ON t.id = c.turn_id
    WHERE c.status IS NOT iif(t.state = 'timed_out', 'failed', t.state)`,
  "a chat with two live turns": `SELECT chat_id FROM turns WHERE state IN ('queued', 'running', 'awaiting_input')
    GROUP BY chat_id HAVING count(*) > 1`,
  "a run that its turn contradicts": `SELECT r.id, r.status, t.state FROM todo_runs r JOIN turns t ON t.id = r.turn_id
    WHERE r.status <> iif(t.state IN ('queued', 'awaiting_input'), 'running', t.state)`,
  "a run that ended without reason, end or minutes": `SELECT id FROM todo_runs WHERE status <> 'running'
    AND (stop_reason IS NULL OR finished_at IS NULL OR minutes_used IS NULL
      OR status IN ('failed', 'timed_out') AND error_message IS NULL)`,
  "two runs of one todo at once": `SELECT todo_id FROM todo_runs WHERE status = 'running' GROUP BY todo_id HAVING count(*) > 1`,
  "a run by schedule that is no occurrence's": `SELECT r.id, r.todo_id FROM todo_runs r JOIN todos d ON d.id = r.todo_id
    JOIN messages m ON m.turn_id = r.turn_id AND m.role = 'user' AND m.text = '${bySchedule}'
    WHERE NOT EXISTS (SELECT 1 FROM occurrences o WHERE o.run_id = r.id)`,
  "a run of two occurrences": `SELECT run_id FROM occurrences WHERE run_id IS NOT NULL GROUP BY run_id HAVING count(*) > 1`,
  "a started occurrence that its turn contradicts": `SELECT o.id, o.status, t.state FROM occurrences o LEFT JOIN turns t ON t.id = o.turn_id
    WHERE o.status IN ('queued', 'running') AND o.run_id IS NOT NULL
      AND (t.state IS NULL OR t.state NOT IN ('queued', 'running', 'awaiting_input')
        OR (o.status = 'queued') <> (t.state = 'queued'))`,
  "an ended occurrence that its run contradicts": `SELECT o.id, o.status, r.status FROM occurrences o JOIN todo_runs r ON r.id = o.run_id
    WHERE o.status NOT IN ('queued', 'running') AND o.status <> iif(r.status = 'timed_out', 'failed', r.status)`,
  "an occurrence that did not run, and does not say why": `SELECT id, status FROM occurrences
    WHERE status IN ('queued', 'skipped', 'missed', 'cancelled') AND run_id IS NULL AND reason IS NULL
      OR status = 'failed' AND error IS NULL`,
  "an occurrence that waits for a run, and there is none": `SELECT o.id FROM occurrences o
    WHERE o.status = 'queued' AND o.run_id IS NULL AND o.reason = 'previous_still_running'
      AND NOT EXISTS (SELECT 1 FROM todo_runs r WHERE r.todo_id = o.todo_id AND r.status = 'running')
      AND NOT EXISTS (SELECT 1 FROM occurrences b WHERE b.series_id = o.series_id AND b.status = 'queued' AND b.n < o.n)`,
  "an active series that plans nothing though its rule goes on": `SELECT s.id FROM series s WHERE s.state = 'active' AND s.next_run_at IS NULL
    AND s.error IS NULL
    AND NOT EXISTS (SELECT 1 FROM occurrences o WHERE o.series_id = s.id AND o.status IN ('scheduled', 'queued', 'running'))`,
  "a series whose moment is not in the table of work": `SELECT s.id, s.state, s.next_run_at FROM series s
    LEFT JOIN work w ON w.kind = 'occurrence' AND w.subject_id = s.id
    WHERE (s.state = 'active' AND s.next_run_at IS NOT NULL) <> (w.n IS NOT NULL) OR w.due_at > s.next_run_at`,
  "a planned time that has passed": `SELECT o.id, o.scheduled_for FROM occurrences o JOIN series s ON s.id = o.series_id
    WHERE o.status = 'scheduled' AND s.state = 'active' AND o.scheduled_for <= ?1`,
  "an ended series with something open": `SELECT o.id, o.status FROM occurrences o JOIN series s ON s.id = o.series_id
    WHERE s.state = 'ended' AND (o.status = 'scheduled' OR o.status = 'queued' AND o.run_id IS NULL)`,
  "a paused series with something that waits": `SELECT o.id FROM occurrences o JOIN series s ON s.id = o.series_id
    WHERE s.state = 'paused' AND o.status = 'queued' AND o.run_id IS NULL`,
  "a series that waits for a time though an earlier one is still to come": `SELECT s.id FROM series s
    JOIN occurrences o ON o.series_id = s.id AND o.status = 'scheduled'
    WHERE s.state = 'active' AND EXISTS (SELECT 1 FROM occurrences b WHERE b.series_id = s.id AND b.status IN ('missed', 'skipped')
      AND b.scheduled_for > ?1 AND b.scheduled_for < o.scheduled_for)`,
  "an occurrence that names another hold than the one before it": `SELECT o.id, o.reason, b.reason FROM occurrences o
    JOIN occurrences b ON b.series_id = o.series_id AND b.status = 'queued' AND b.run_id IS NULL AND b.n < o.n
    WHERE o.status = 'queued' AND o.run_id IS NULL AND o.reason IS NOT b.reason`,
  "something put or planned by a clock that ran ahead, which nobody has looked at": `SELECT kind, subject_id FROM work
    WHERE is_taken = 0 AND put_at > ?1 + 1000
    UNION ALL SELECT 'series', id FROM series WHERE is_current = 1 AND retired_at IS NULL AND planned_at > ?1 + 1000`,
  "a rule or background work that is due and not done": `SELECT kind, subject_id FROM work
    WHERE is_taken = 0 AND due_at <= ?1 AND lane <> 'turns'`,
};

/** Everything that is wrong now; of tables that did not change, what may have become wrong with time. */
export function faults(sql: Sql, now: number, isChanged: boolean): string[] {
  return Object.entries(wrong).flatMap(([what, query]) => {
    const isOfTime = query.includes("?1");
    if (!isOfTime && !isChanged) return [];
    const rows = isOfTime ? sql.all(query, now) : sql.all(query);
    return rows.map((row) => `${what}: ${row.join(" ")}`);
  });
}

/**
 * Planned times of the rule that no occurrence stands for, though one before and one after do, by clocks that were never set back;
 * and how many steps from one to the next were looked at. A pause explains a step over what came due in the meantime.
 */
export function gaps(sql: Sql): { readonly lost: string[]; readonly steps: number } {
  const rows = sql.all(`SELECT s.id, s.schedule, o.scheduled_for, o.error, o.reason FROM occurrences o
    JOIN series s ON s.id = o.series_id ORDER BY s.id, o.sequence`);
  const lost: string[] = [];
  let steps = 0;
  for (const [index, [seriesId, text, scheduledFor, error, reason]] of rows.entries()) {
    const next = rows[index + 1];
    // Of very many that were missed not each has a record, and the last of those that have says so.
    if (
      next === undefined ||
      next[0] !== seriesId ||
      reason === "paused" ||
      String(error).includes("not listed one by one")
    )
      continue;
    steps += 1;
    const right = nextRun(JSON.parse(text as string) as Schedule, scheduledFor as number)?.at ?? null;
    if (right !== next[2]) lost.push(`between ${String(scheduledFor)} and ${String(next[2])}: ${String(right)}`);
  }
  return { lost, steps };
}

/** What is left when all work should be at its end. */
export function leftovers(sql: Sql): string[] {
  const open: Readonly<Record<string, string>> = {
    turn: "SELECT id, state FROM turns WHERE state IN ('queued', 'running', 'awaiting_input')",
    chat: "SELECT id, status FROM chats WHERE status IN ('queued', 'running', 'awaiting_input')",
    run: "SELECT id FROM todo_runs WHERE status = 'running'",
    approval: "SELECT id FROM approvals WHERE status = 'pending'",
    occurrence: "SELECT id, status FROM occurrences WHERE status IN ('scheduled', 'queued', 'running')",
    work: "SELECT kind, subject_id, is_taken, due_at FROM work",
  };
  return Object.entries(open).flatMap(([what, query]) => sql.all(query).map((row) => `${what}: ${row.join(" ")}`));
}
