/** Which titles account for all words that a person says of them. */
import { folded } from "../shared/words.ts";

/** Words that name nothing. */
const FILLERS = new Set("a an the my our your this that todo task item list".split(" "));
/** Words that a title may have otherwise: "invoice for Acme" is "invoice to Acme". */
const LINKS = new Set("to of for with about at and".split(" "));
/** These belong to the title when they are said. */
const PLACES = new Set("from in into on onto off out up by under over".split(" "));
/** Words that change what is meant: they must be the title's own. */
const DOUBTS = new Set(
  "not no never nobody none without except but or if unless when until maybe almost half partly only instead t".split(
    " ",
  ),
);

/** The words of a phrase that name something, the longest first, without a plural s. */
export function termsOf(phrase: string): string[] {
  return contentOf(phrase)
    .map(stem)
    .sort((one, other) => other.length - one.length);
}

/** Whether each word of the phrase is in the title, in its order where small words join them, or the phrase is the title. */
export function accountsFor(title: string, phrase: string): boolean {
  const words = folded(phrase).split(" ");
  const terms = contentOf(phrase);
  if (folded(title) === folded(phrase)) return true;
  if (terms.length === 0 || words.some((word) => DOUBTS.has(word))) return false;
  const of = folded(title).split(" ");
  const isJoined = words.some((word) => LINKS.has(word) || PLACES.has(word)) || terms.length > 3;
  return isJoined ? isInOrder(of, terms) : terms.every((term) => of.some((word) => isSame(word, term)));
}

/** The words of the phrase that the title has none of, as they were said. */
export function unaccounted(title: string, phrase: string): string {
  const of = folded(title).split(" ");
  const isUnknown = (word: string): boolean => {
    const plain = folded(word);
    return plain !== "" && !of.some((each) => isSame(each, plain)) && !FILLERS.has(plain);
  };
  return phrase.split(/\s+/).filter(isUnknown).join(" ");
}

function contentOf(phrase: string): string[] {
  return folded(phrase)
    .split(" ")
    .filter((word) => word !== "" && !FILLERS.has(word) && !LINKS.has(word));
}

/** "Slide" may be said of "slides"; "things" are several, and not the one "thing". */
function isSame(word: string, term: string): boolean {
  return word === term || word === `${term}s`;
}

function stem(word: string): string {
  return word.length > 3 ? word.replace(/s$/, "") : word;
}

function isInOrder(title: readonly string[], terms: readonly string[]): boolean {
  let at = 0;
  for (const term of terms) {
    const found = title.slice(at).findIndex((word) => isSame(word, term));
    if (found === -1) return false;
    at += found + 1;
  }
  return true;
}
