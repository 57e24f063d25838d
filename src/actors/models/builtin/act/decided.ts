/** Why something was not done, told as a person would tell it: a person's decision is an answer and no failure. */
import type { ToolOutcome } from "../shared/conversation.ts";
import { problemOf } from "../shared/todo.ts";

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
