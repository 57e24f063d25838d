/** How far a transcript is from what was said, as the field measures it. */

/**
 * The word error rate of what was heard: words to be replaced, put in or left out to get what was said, as a share of its
 * words; 0 is a perfect transcript. Case and punctuation do not count. It can be above 1.
 */
export function wordErrorRate(said: string, heard: string): number {
  const [wanted, got] = [wordsOf(said), wordsOf(heard)];
  return distance(wanted, got) / Math.max(1, wanted.length);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? [];
}

/** Levenshtein's distance between two lists, a row at a time. */
function distance(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  one.forEach((word, at) => {
    const next = [at + 1];
    other.forEach((candidate, index) => {
      const replaced = (row[index] ?? 0) + (candidate === word ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    });
    row = next;
  });
  return row[other.length] ?? 0;
}
