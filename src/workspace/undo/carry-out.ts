/** Undoes one change: what an operation refuses of it is left, field by field. */
import { ApiError } from "../../schema/errors.ts";
import { operationById, type WorkspaceOperationId } from "../../schema/operations/index.ts";
import type { Context } from "../protocol/context.ts";
import type { Entry } from "./entries.ts";
import type { Refusal } from "./fields.ts";
import type { Call } from "./inverse.ts";
import { judge, missingRight } from "./judge.ts";

/** How an operation is carried out. */
export type Perform = (context: Context, operation: WorkspaceOperationId, input: Call["input"]) => unknown;

/** What came of undoing a change. */
export interface UndoneEntry {
  /** True when some of it was undone. */
  readonly isUndone: boolean;
  readonly left: readonly Refusal[];
}

/** Undoes what can be undone of the change. */
export function undoEntry(context: Context, entry: Entry, perform: Perform): UndoneEntry {
  const inverse = judge(context, entry);
  const why = missingRight(inverse, context.caller);
  if (why !== null) return { isUndone: false, left: [{ reason: "missing_scope", why }] };
  const tried = inverse.calls.map((call) => carryOut(context, entry, call, perform));
  return {
    isUndone: tried.some(({ isDone }) => isDone),
    left: [...inverse.left, ...tried.flatMap(({ left }) => left)],
  };
}

interface Tried {
  readonly isDone: boolean;
  readonly left: readonly Refusal[];
}

/** What cannot be done together is done field by field. */
function carryOut(context: Context, entry: Entry, call: Call, perform: Perform): Tried {
  const why = refusalOf(context, entry, call, perform);
  if (why === null) return { isDone: true, left: [] };
  const fields = Object.entries(call.input.body ?? {});
  if (fields.length < 2) return { isDone: false, left: [{ reason: "refused", why, ...refusedBy(entry, fields[0]) }] };
  const left = fields.flatMap((field) => {
    const alone = { ...call, input: { ...call.input, body: Object.fromEntries([field]) } };
    const whyAlone = refusalOf(context, entry, alone, perform);
    return whyAlone === null ? [] : [{ reason: "refused" as const, why: whyAlone, ...refusedBy(entry, field) }];
  });
  return { isDone: left.length < fields.length, left };
}

/** The fields of the record that a field of a body stands for; without one the call archives or restores. What was made stays as a whole. */
function refusedBy({ op }: Entry, field: readonly [name: string, value: unknown] | undefined): Pick<Refusal, "fields"> {
  if (op === "created") return {};
  const [name, value] = field ?? ["archived"];
  return { fields: name === "clear" ? (value as string[]) : name === "archived" ? ["isArchived"] : [name] };
}

/** Why the operation refuses the call, which then has changed nothing; null when it is carried out. */
function refusalOf(context: Context, entry: Entry, call: Call, perform: Perform): string | null {
  if (context.acting !== null && isForPersons(call)) return "A person undoes this, in the app or with dayshift undo.";
  try {
    context.sql.attempt(() => act(context, entry, call, perform));
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

/** True for a call that an agent always asks about: an undo is asked about as a whole, and does not show it. */
function isForPersons({ operation, input }: Call): boolean {
  return operationById(operation).changeClass?.({ ...input.query, ...input.body }) != null;
}

/** Words that carry content of captures carry it again. */
function act(context: Context, entry: Entry, { operation, input }: Call, perform: Perform): void {
  const { journal } = context.sql;
  const carrying = { ...context, acting: null, carries: entry.carried };
  const carryOn = (): unknown => perform(carrying, operation, input);
  if (journal.cause === null) carryOn();
  else journal.by({ ...journal.cause, undoes: entry.n }, carryOn);
}
