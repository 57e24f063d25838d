/** Takes from a sentence what people add out of politeness, and what surrounds a name. */
import { oneLine } from "../../shared/text.ts";

const LEADING = [
  /^(?:hi|hello|hey|ok|okay|so|well|now|and|also|then)(?:\s+(?:there|assistant|dayshift))?\s*[,!:.–-]*\s+(?!(?:there|assistant|dayshift)[\s.!?]*$)/i,
  /^(?:please|pls|kindly|just)[,\s]+/i,
  /^(?:can|could|would|will)\s+(?:you|u|we)\s+(?:please\s+|just\s+|kindly\s+)*/i,
  /^i(?:'d| would)\s+like\s+(?:you\s+)?to\s+/i,
  /^i\s+want\s+(?:you\s+)?to\s+/i,
  /^(?:let's|lets|let us)\s+/i,
];

const TRAILING = /[\s,]+(?:please|pls|thanks|thank you|thx|for me)\s*[.!?]*$/i;

/** The sentence on one line without leading and trailing filler ("can you please …, thanks"). */
export function withoutFiller(text: string): string {
  let rest = oneLine(text);
  for (let before = ""; before !== rest;) {
    before = rest;
    for (const filler of LEADING) rest = rest.replace(filler, "");
    rest = rest.replace(TRAILING, "");
  }
  return rest;
}

/** A name as a person wrote it, without quotes, article, the word "todo", or closing punctuation. */
export function cleanName(text: string): string {
  const bare = text.trim().replace(/[\s.!?,;:]+$/, "");
  const quoted = /^["'“”‘’«]\s*(.+?)\s*["'“”‘’»]$/.exec(bare)?.[1];
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
