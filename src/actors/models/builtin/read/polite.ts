/** Takes from a sentence what people add out of politeness: a fixed list of words, and nothing else. */
import { oneLine } from "../../shared/text.ts";

export interface Polite {
  /** The sentence without these words. */
  readonly rest: string;
  /** It was asked or wished for ("can you …?", "let's …"): of some verbs that may be meant of the work itself. */
  readonly isAsked: boolean;
}

const GREETING =
  /^(?:hi|hello|hey|ok|okay|and|also|then|so)(?:\s+(?:there|assistant|dayshift))?\s*[,!:.–-]*\s+(?!(?:there|assistant|dayshift)[\s.!?]*$)/i;
const PLEASE = /^(?:please|pls|kindly|just)[,\s]+/i;
const ASKED =
  /^(?:(?:can|could|would|will)\s+(?:you|u|we)|i(?:'d| would)\s+like\s+(?:you\s+)?to|i\s+want\s+(?:you\s+)?to|let's|lets|let us|we should|you should)\s+/i;
const TRAILING = /[\s,]+(?:please|pls|thanks|thank you|thx|for me)\s*[.!?]*$/i;

/** The sentence on one line without filler. */
export function withoutPoliteness(text: string): Polite {
  let rest = oneLine(text);
  let isAsked = /\?\s*$/.test(rest);
  for (let before = ""; before !== rest;) {
    before = rest;
    if (ASKED.test(rest)) isAsked = true;
    rest = rest.replace(GREETING, "").replace(PLEASE, "").replace(ASKED, "").replace(TRAILING, "");
  }
  return { rest: rest.replace(/\s*[?]+$/, ""), isAsked };
}
