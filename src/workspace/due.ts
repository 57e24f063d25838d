/** Rules that come due by themselves: carried out in the write that takes them out of the table of work. */
import type { DueContext } from "./protocol/context.ts";
import { fireOccurrence } from "./schedules/fire.ts";
import { endSilent } from "./captures/recordings.ts";
import { mergeErasedWords } from "./erasure/erase-words.ts";
import { claim, type Work, type WorkKind } from "./work/queue.ts";

/** The rule of each kind of the lane of rules, for the id of its subject. */
const rules: Readonly<Partial<Record<WorkKind, (context: DueContext, subjectId: string) => void>>> = {
  occurrence: fireOccurrence,
  silence: endSilent,
  erase_words: mergeErasedWords,
};

/** Carries out the piece, unless it was withdrawn or postponed in the meantime. */
export function carryOut(context: DueContext, { id, kind, subjectId }: Work): void {
  if (claim(context.sql, id, context.now)) rules[kind]?.(context, subjectId);
}
