/** The rows of requests to model providers: what was used, and what goes back to the model with the calls it planned. */
import type { Carried } from "../captures/boundary.ts";
import type { Sql } from "../protocol/sql.ts";

/** A request as it is recorded. */
export interface CallOfModel {
  readonly model: string;
  readonly parameters: unknown;
  readonly toolsHash: string;
  readonly requestHash: string;
  readonly reply: string | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cachedTokens: number | null;
}

/** What it was made for. */
export interface Purpose {
  readonly kind: "step" | "name" | "estimate" | "digest";
  readonly chatId?: string | null;
  readonly turnId?: string | null;
  /** Of the reply that was recorded. */
  readonly step?: number | null;
  readonly agentId?: string | null;
  readonly agentVersion?: number | null;
  /** Content of captures in the request, and so perhaps in the reply. */
  readonly carried?: Carried;
  /** What goes back to the model with the reply; null for nothing. */
  readonly attached?: Attached | null;
}

/** What a provider attached to a reply, of its calls by their position. */
export interface Attached {
  readonly reasoning: unknown;
  readonly calls: readonly unknown[];
}

/** Requests of a kind from that moment on and until before the other (milliseconds since 1970). */
export function countModelCalls(sql: Sql, kind: Purpose["kind"], from: number, to: number): number {
  const counted = "SELECT count(*) FROM model_calls WHERE created_at >= ? AND created_at < ? AND kind = ?";
  return sql.get(counted, from, to, kind)?.[0] as number;
}

/** Adds a row; the reply of a step alone is stored. */
export function insertModelCall(sql: Sql, call: CallOfModel, purpose: Purpose, now: number): void {
  const { kind, chatId, turnId, step, agentId, agentVersion, carried, attached } = purpose;
  sql.run(
    `INSERT INTO model_calls (kind, chat_id, turn_id, step, agent_id, agent_version, model, parameters, tools_hash, request_hash, reply,
       attached, captures, input_tokens, output_tokens, cached_tokens, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    kind,
    chatId ?? null,
    turnId ?? null,
    step ?? null,
    agentId ?? null,
    agentVersion ?? null,
    call.model,
    JSON.stringify(call.parameters),
    call.toolsHash,
    call.requestHash,
    kind === "step" && step != null ? call.reply : null,
    attached == null ? null : JSON.stringify(attached),
    carried == null ? null : JSON.stringify(carried),
    call.inputTokens,
    call.outputTokens,
    call.cachedTokens,
    now,
  );
}

/** What goes back to that model with the steps of a chat, by turn and step (`<turn>_<step>`). */
export function attachedIn(sql: Sql, chatId: string, model: string): ReadonlyMap<string, Attached> {
  const rows = sql.all(
    "SELECT turn_id, step, attached FROM model_calls WHERE chat_id = ? AND model = ? AND attached IS NOT NULL",
    chatId,
    model,
  );
  return new Map(rows.map(([turnId, step, text]) => [`${turnId}_${step}`, JSON.parse(text as string) as Attached]));
}

const nothingSaid = "reply = NULL, attached = NULL, request_hash = ''";

/** Takes out what was said in the requests of a chat that is erased. */
export function eraseSaidInChat(sql: Sql, chatId: string): void {
  sql.run(`UPDATE model_calls SET ${nothingSaid} WHERE chat_id = ?`, chatId);
}

/** Takes out what was said in requests that carried content of a capture that is erased. */
export function eraseSaidOfCapture(sql: Sql, captureId: string): void {
  sql.run(`UPDATE model_calls SET ${nothingSaid} WHERE captures IS NOT NULL AND instr(captures, ?) > 0`, captureId);
}
