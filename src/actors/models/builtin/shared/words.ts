/** Takes from a sentence what people add out of politeness, and from a name what surrounds it. Fixed lists of words, and nothing else. */
import { oneLine } from "../../shared/text.ts";

export interface Polite {
  /** The sentence without these words. */
  readonly rest: string;
  /** It was asked or wished for ("can you …?"): of some verbs that may be meant of the work itself. */
  readonly isAsked: boolean;
  /** It ends with a question mark, and asks nobody to do anything. */
  readonly isQuestion: boolean;
}

const GREETING =
  /^(?:hi|hello|hey|ok|okay|and|also|then|so)(?:\s+(?:there|assistant|dayshift))?\s*[,!:.–-]*\s+(?!(?:there|assistant|dayshift)[\s.!?]*$)/i;
const PLEASE = /^(?:please|pls|kindly|just)[,\s]+/i;
const ASKED =
  /^(?:(?:can|could|would|will)\s+(?:you|u|we)|i(?:'d| would)\s+like\s+(?:you\s+)?to|i\s+want\s+(?:you\s+)?to)\s+/i;
// Begins where a run of blanks does: from each of them on, a long run would be gone through again.
const TRAILING = /(?<![\s,])[\s,]+(?:please|pls|thanks|thank you|thx|for me)\s*[.!?]*$/i;

/** The sentence on one line without filler. */
export function withoutPoliteness(text: string): Polite {
  let rest = oneLine(text);
  const endsAsking = /\?\s*$/.test(rest);
  let isRequest = false;
  for (let before = ""; before !== rest;) {
    before = rest;
    isRequest ||= ASKED.test(rest);
    rest = rest.replace(GREETING, "").replace(PLEASE, "").replace(ASKED, "").replace(TRAILING, "");
  }
  return { rest, isAsked: endsAsking || isRequest, isQuestion: endsAsking && !isRequest };
}

/** A name as a person wrote it, without quotes, article, the word "todo", or closing punctuation. */
export function cleanName(text: string): string {
  const bare = text.trim().replace(/(?<![\s.!?,;:])[\s.!?,;:]+$/, "");
  const quoted = /^["'“”„‘’«]\s*(.+?)\s*["'“”‘’»]$/.exec(bare)?.[1];
  if (quoted !== undefined) return quoted;
  return bare
    .replace(/^(?:the|my|our|a|an|this)\s+/i, "")
    .replace(/^(?:(?:todo|task|item)s?\s+)(?:called\s+|named\s+|titled\s+)?(?=\S)/i, "")
    .replace(/\s+(?:todo|task)$/i, "")
    .replace(/^["'“”‘’](.+)["'“”‘’]$/, "$1")
    .trim();
}

/** Lower case, without accents, punctuation and repeated spaces: how titles are compared. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether a quotation begins before that place and does not end there. */
export function isInQuotes(text: string, index: number): boolean {
  return (text.slice(0, index).match(/["“”„]/g) ?? []).length % 2 === 1;
}
