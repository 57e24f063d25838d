/**
 * What a first request answered, recorded in the transaction of its effect: a crash can neither lose the effect nor repeat it.
 * Only successes are recorded; a refusal had no effect, and its retry is judged again.
 */
import { ApiError } from "../../schema/errors.ts";
import type { Sql, SqlRow } from "./sql.ts";

export interface IdempotencyRequest {
  readonly credentialId: string;
  /** The `Idempotency-Key` header as it was sent. */
  readonly key: string;
  /** Method, concrete path, sorted query and canonical body, in the caller's form. */
  readonly fingerprint: string;
}

/** The turn whose end a request waits for, and the moment (milliseconds since 1970) at which it is answered anyway. */
export interface PendingPoll {
  readonly turnId: string;
  readonly until: number;
}

/** What a command answers; `pending` is null once the body is final. */
export interface Effect {
  readonly body: unknown;
  readonly pending: PendingPoll | null;
}

export interface Committed extends Effect {
  /** True when nothing ran: it is what an earlier request with the same key answered. */
  readonly replayed: boolean;
  /** The body as it is recorded, when it is. */
  readonly json?: string;
}

const lifetime = 24 * 60 * 60 * 1000;
/** Records looked at, oldest first, by each new one: more than it adds, so the forgetting keeps up and stays cheap. */
const forgottenAtOnce = 4;

/**
 * Runs the effect and records what it answers, or answers what the first request with this key got in the last 24 hours.
 * Throws `idempotency_key_reused` when the key came with another request; what the effect throws leaves no record, as the
 * transaction is undone.
 */
export function replayOrRun(sql: Sql, now: number, request: IdempotencyRequest, effect: () => Effect): Committed {
  const earlier = findRecorded(sql, now, request);
  if (earlier !== null) return earlier;
  const made = effect();
  return { ...made, replayed: false, json: record(sql, now, request, made) };
}

function findRecorded(sql: Sql, now: number, request: IdempotencyRequest): Committed | null {
  const row = sql.get(
    "SELECT fingerprint, body, held_turn, held_until FROM idempotency WHERE credential_id = ? AND key = ? AND created_at > ?",
    request.credentialId,
    request.key,
    now - lifetime,
  );
  if (row === undefined) return null;
  if (row[0] !== request.fingerprint) {
    throw new ApiError(
      "idempotency_key_reused",
      "This Idempotency-Key was used with a different request in the last 24 hours; use a new key for a new request.",
    );
  }
  return toCommitted(row);
}

/** Answers the JSON that was recorded. */
function record(sql: Sql, now: number, request: IdempotencyRequest, { body, pending }: Effect): string {
  const json = JSON.stringify(body);
  forgetOldest(sql, now);
  sql.run(
    `INSERT OR REPLACE INTO idempotency (credential_id, key, fingerprint, body, held_turn, held_until, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    request.credentialId,
    request.key,
    request.fingerprint,
    shortened(json),
    pending === null ? null : pending.turnId,
    pending === null ? null : pending.until,
    now,
  );
  return json;
}

/** Takes some of the answers away that nobody can ask for any more. Those of a clock that ran ahead count from now on. */
function forgetOldest(sql: Sql, now: number): void {
  const oldest = sql.get("SELECT created_at FROM idempotency ORDER BY n LIMIT 1")?.[0] as number | undefined;
  const until = now - lifetime;
  if (oldest === undefined || (oldest > until && oldest <= now)) return;
  if (oldest > now) return sql.run("UPDATE idempotency SET created_at = ?1 WHERE created_at > ?1", now);
  sql.run(
    `DELETE FROM idempotency WHERE n IN (
       SELECT n FROM (SELECT n, created_at FROM idempotency ORDER BY n LIMIT ${forgottenAtOnce}) WHERE created_at <= ?)`,
    until,
  );
}

/** Replaces the recorded answer by what the pending request is answered in the end; nothing happens when it was forgotten. */
export function finishPending(sql: Sql, credentialId: string, key: string, body: unknown): void {
  sql.run(
    `UPDATE idempotency SET body = ?, held_turn = NULL, held_until = NULL
     WHERE credential_id = ? AND key = ? AND held_turn IS NOT NULL`,
    shortened(JSON.stringify(body)),
    credentialId,
    key,
  );
}

/**
 * Takes the words of what was erased out of every answer in which its id stands, so that they do not come back through a
 * replay. The answers stay, as their effects have happened: a retry must not repeat them.
 */
export function eraseMentions(sql: Sql, id: string): void {
  for (const n of rewriteMentions(sql, id, (body) => redactedAnswer(body, id))) {
    sql.run("UPDATE idempotency SET held_turn = NULL, held_until = NULL WHERE n = ? AND held_turn IS NOT NULL", n);
  }
}

/** Records what `change` makes of every answer in which the id stands; answers which these are. */
export function rewriteMentions(sql: Sql, id: string, change: (body: unknown) => unknown): number[] {
  const rows = sql.all("SELECT n, body FROM idempotency WHERE instr(body, ?) > 0", id) as [number, string][];
  for (const [n, body] of rows) {
    const changed = shortened(JSON.stringify(change(JSON.parse(whole(body)))));
    if (changed !== body) sql.run("UPDATE idempotency SET body = ? WHERE n = ?", changed, n);
  }
  return rows.map(([n]) => n);
}

function toCommitted([, body, turnId, until]: SqlRow): Committed {
  const pending = typeof turnId === "string" && typeof until === "number" ? { turnId, until } : null;
  const json = whole(body as string);
  return { body: JSON.parse(json) as unknown, pending, replayed: true, json };
}

/**
 * What most todos leave empty is half of their JSON. In a record one character stands for it that no JSON holds (RFC 8259 §7):
 * six records instead of four go on a page. A later version reads it, too, so this text stays, whatever todos are given by then.
 */
const empty =
  `"scheduleError":null,"retiredAt":null,"retiredBy":null,"retirementRunPolicy":null,"rrule":null,"timezone":null,` +
  `"nextRunAt":null,"lastRunAt":null,"scheduleType":null,"scheduleStatus":null,"lastNotificationStatus":null,` +
  `"lastNotificationSentAt":null,"latestRun":null,"minutesSaved":null,"minutesSavedReason":null,"minutesSavedConfidence":null`;
const sign = "\u0001";

function shortened(json: string): string {
  return json.replaceAll(empty, sign);
}

function whole(recorded: string): string {
  return recorded.replaceAll(sign, empty);
}

/** The text fields of each resource that can be erased, with their values once erased. */
const emptyTexts: Readonly<Record<string, Readonly<Record<string, null>>>> = {
  todo: { title: null, content: null, scheduleError: null, minutesSavedReason: null },
  chat: { title: null, subtitle: null, errorMessage: null },
};

/** The answer without the texts of the record with that id, wherever it occurs in the answer. */
function redactedAnswer(answer: unknown, id: string): unknown {
  if (Array.isArray(answer)) return answer.map((part) => redactedAnswer(part, id));
  if (typeof answer !== "object" || answer === null) return answer;
  const parts = Object.entries(answer).map(([name, part]) => [name, redactedAnswer(part, id)] as const);
  return { ...Object.fromEntries(parts), ...redactedTexts(answer, id) };
}

function redactedTexts(part: object, id: string): object {
  // An undo names records, and chats that stay closed.
  if ("recordTitle" in part && "recordId" in part) return part.recordId === id ? { recordTitle: null } : {};
  if (!("object" in part) && "chatId" in part && "title" in part) return part.chatId === id ? { title: null } : {};
  if (!("object" in part) || typeof part.object !== "string") return {};
  if ("id" in part && part.id === id) return emptyTexts[part.object] ?? {};
  return part.object === "chat_run" && "chatId" in part && part.chatId === id ? { replies: [] } : {};
}
