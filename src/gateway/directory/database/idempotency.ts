/** Effect and recorded answer in one transaction: a retry with the same key can neither repeat the effect nor lose it. */
import { type Db, isConstraint, type Statement, statement, text } from "./db.ts";
import { ApiError } from "../../../schema/errors.ts";
import { limits } from "../../../schema/limits.ts";

export interface IdempotencyRequest {
  readonly credentialId: string;
  readonly key: string;
  /** Method, concrete path, sorted query and canonical body, in the caller's form. */
  readonly fingerprint: string;
}

export interface Effect<T> {
  readonly statements: readonly Statement[];
  readonly response: T;
  /** What a replay answers: the response without its secrets. */
  readonly recorded: T;
}

export interface Outcome<T> {
  readonly response: T;
  readonly replayed: boolean;
}

const lifetime = limits.answersRecorded.each.max * 60 * 60 * 1000;

/**
 * Prepares and runs the effect, or answers what the first request with this key answered (24 hours long). Throws
 * `idempotency_key_reused` when the key came with another request. Without a request the effect simply runs.
 */
export async function withIdempotency<T>(
  db: Db,
  now: number,
  request: IdempotencyRequest | undefined,
  prepare: () => Effect<T> | Promise<Effect<T>>,
): Promise<Outcome<T>> {
  if (request === undefined) {
    const { statements, response } = await prepare();
    await db.batch(statements);
    return { response, replayed: false };
  }
  const earlier = await findRecorded<T>(db, now, request);
  if (earlier !== undefined) return earlier;
  let own: Effect<T> | undefined;
  try {
    own = await prepare();
    await db.batch([...recordStatements(now, request, own.recorded), ...own.statements]);
    return { response: own.response, replayed: false };
  } catch (error) {
    // The record's primary key refuses the second of two at once; a refusal of any other cause leaves no record behind.
    const first = await findRecorded<T>(db, now, request);
    if (first === undefined) throw error;
    // Done, and only the answer of the database was lost: the caller gets what a replay would not show.
    const isOwn = !isConstraint(error) && JSON.stringify(own?.recorded) === JSON.stringify(first.response);
    return isOwn && own !== undefined ? { response: own.response, replayed: false } : first;
  }
}

async function findRecorded<T>(db: Db, now: number, request: IdempotencyRequest): Promise<Outcome<T> | undefined> {
  const row = await db.get(
    "SELECT fingerprint, response FROM idempotency WHERE credential_id = ? AND key = ? AND created_at > ?",
    request.credentialId,
    request.key,
    now - lifetime,
  );
  if (row === undefined) return undefined;
  if (text(row, "fingerprint") !== request.fingerprint) {
    throw new ApiError(
      "idempotency_key_reused",
      "This Idempotency-Key was used with a different request in the last 24 hours; use a new key for a new request.",
    );
  }
  return { response: JSON.parse(text(row, "response")) as T, replayed: true };
}

function recordStatements(now: number, request: IdempotencyRequest, recorded: unknown): Statement[] {
  return [
    statement("DELETE FROM idempotency WHERE created_at <= ?", now - lifetime),
    statement(
      "INSERT INTO idempotency (credential_id, key, fingerprint, response, created_at) VALUES (?, ?, ?, ?, ?)",
      request.credentialId,
      request.key,
      request.fingerprint,
      JSON.stringify(recorded),
      now,
    ),
  ];
}
