/** Rules that come due by themselves: carried out in the write that takes them out of the table of work. */
import type { Context } from "./context.ts";
import { claim, type Work, type WorkKind } from "./work.ts";

/** What such a rule is given; on whose behalf it acts, it knows itself. */
export type DueContext = Omit<Context, "caller" | "acting">;

/** The rule of each kind of the lane of rules, for the id of its subject. */
const rules: Readonly<Partial<Record<WorkKind, (context: DueContext, subjectId: string) => void>>> = {};

/** Carries out the piece, unless it was withdrawn or put off meanwhile. */
export function carryOut(context: DueContext, { id, kind, subjectId }: Work): void {
  if (claim(context.sql, id, context.now)) rules[kind]?.(context, subjectId);
}
