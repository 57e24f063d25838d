/** The part of the service's answers that the engine reads: records, refusals, decisions. Tools answer with JSON; nothing is taken on trust. */
import { oneLine, shorten } from "../../shared/text.ts";
import { isRecord } from "../../../../schema/common.ts";

export interface ToolOutcome {
  readonly name: string;
  /** What the tool was called with, as it was carried out. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  /** The parsed answer; the text itself when it is not JSON. */
  readonly value: unknown;
}

export interface Todo {
  readonly id: string;
  readonly title: string;
  readonly status: "ready" | "in_progress" | "done";
  readonly priority: string | null;
  readonly dueDate: string | null;
  readonly isArchived: boolean;
}

/** The todo in a value; null when it is none. A todo without a title is called by the start of its body. */
export function toTodo(value: unknown): Todo | null {
  if (!isRecord(value) || value["object"] !== "todo" || typeof value["id"] !== "string") return null;
  const named = text(value["title"]) ?? text(value["content"]) ?? "(no title)";
  const status = value["status"];
  return {
    id: value["id"],
    title: shorten(oneLine(named), 120),
    status: status === "done" || status === "in_progress" ? status : "ready",
    priority: text(value["priority"]),
    dueDate: text(value["dueDate"])?.match(/^\d{4}-\d{2}-\d{2}$/)?.[0] ?? null,
    isArchived: value["isArchived"] === true,
  };
}

/** The records of a list answer. */
export function itemsOf(outcome: ToolOutcome | undefined): readonly unknown[] {
  const data = isRecord(outcome?.value) ? outcome.value["data"] : undefined;
  return Array.isArray(data) ? (data as readonly unknown[]) : [];
}

/** The todos of an answer, whether it is a list or one record. */
export function todosOf(outcome: ToolOutcome | undefined): Todo[] {
  if (outcome === undefined || outcome.isError) return [];
  const single = toTodo(outcome.value);
  if (single !== null) return [single];
  return itemsOf(outcome).flatMap((item) => toTodo(item) ?? []);
}

/** How many records match in all, whether the answer holds fewer, and where the next page begins. */
export interface Extent {
  readonly total: number | null;
  readonly more: boolean;
  readonly cursor: string | null;
}

/** The extent of a list answer. */
export function extentOf(outcome: ToolOutcome | undefined): Extent {
  if (!isRecord(outcome?.value)) return { total: null, more: false, cursor: null };
  const { totalCount, hasMore, nextCursor } = outcome.value;
  return { total: count(totalCount), more: hasMore === true, cursor: text(nextCursor) };
}

/** What went wrong, in the service's words; null when the call succeeded. */
export function problemOf(outcome: ToolOutcome | undefined): string | null {
  if (outcome === undefined) return "there was no answer.";
  if (!outcome.isError) return null;
  const body = isRecord(outcome.value) && isRecord(outcome.value["error"]) ? outcome.value["error"] : outcome.value;
  const message = isRecord(body) ? text(body["message"]) : text(body);
  return shorten(oneLine(message ?? "the service gave no reason."), 400);
}

/** The words in which the service hands on a decision about a call (src/workspace/runs/decisions.ts). */
const REJECTED = /^Not carried out: a person rejected it(?: and said: (.*?))?\.?$/s;
const ANSWERED = /^Not carried out\. A person answered instead: (.*)$/s;
const EXPIRED = /^Not carried out: nobody decided in time\.$/;

/**
 * One sentence about a call that was not carried out; null when it was. `thing` is what it was about (“Buy a boat”), `doing` what
 * could not be done ("create “Buy a boat”").
 */
export function setback(outcome: ToolOutcome | undefined, thing: string, doing: string): string | null {
  const problem = problemOf(outcome);
  if (problem === null) return null;
  const rejected = REJECTED.exec(problem);
  if (rejected !== null) {
    const comment = rejected[1]?.trim() ?? "";
    return `Not done: ${thing} was rejected${comment === "" ? "" : ` (“${comment}”)`}.`;
  }
  const answered = ANSWERED.exec(problem)?.[1];
  if (answered !== undefined) return `About ${thing} the answer was: “${answered.trim()}” I left it as it was.`;
  if (EXPIRED.test(problem)) return `Not done: nobody decided about ${thing} in time.`;
  return `I could not ${doing}: ${problem}`;
}

/** A field that is a whole number. */
export function count(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A field that is text with something in it. */
export function text(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
