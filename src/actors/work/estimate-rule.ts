/** Minutes saved, estimated by a rule that explains itself: without a language model no more is known. */
import { counted } from "../../schema/counted.ts";
import type { Estimate, FinishedWork } from "../../workspace/runs/savings.ts";

/** What a person is assumed to need: minutes for a change and for a look, and characters written in a minute (40 words). */
const perChange = 2;
const perLook = 0.5;
const writtenPerMinute = 200;
/** A working day. */
const maxMinutes = 480;

/** The estimate; at least a minute. */
export function estimateByRule({ changes, looks, characters }: FinishedWork): Estimate {
  const minutes = Math.ceil(changes * perChange + looks * perLook + characters / writtenPerMinute);
  const parts = [
    ...(changes === 0 ? [] : [`${counted(changes, "change")} at ${perChange} minutes each`]),
    ...(looks === 0 ? [] : [`${counted(looks, "look-up")} at half a minute each`]),
    ...(characters === 0 ? [] : [`${counted(characters, "character")} written at ${writtenPerMinute} a minute`]),
  ];
  return {
    minutes: Math.min(Math.max(minutes, 1), maxMinutes),
    reason: parts.length === 0 ? "By rule: a minute for a run." : `By rule: ${parts.join(", ")}.`,
    confidence: changes > 0 ? "medium" : "low",
  };
}
