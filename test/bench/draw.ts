/** Chance that comes out the same in every run: what is drawn is drawn again where the same is measured on other code. */

export interface Draw {
  /** From 0 up to, but not including, 1. */
  number(): number;
  /** A whole number from 0 up to, but not including, `count`. */
  below(count: number): number;
  /** One of the items, each as likely as another. */
  of<Item>(items: readonly Item[]): Item;
  /** True in so many cases, as a share of 1. */
  chance(share: number): boolean;
}

/** mulberry32 (github.com/cprosche/mulberry32): enough for picking, and ten lines long. */
export function createDraw(seed: number): Draw {
  let state = seed;
  const number = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(number() * count);
  return {
    number,
    below,
    of: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    chance: (share) => number() < share,
  };
}

const consonants = "bcdfghjklmnprstvwz".split("");
const vowels = "aeiou".split("");

/** So many words of four to ten letters, the first of which are those that `drawWord` draws most. */
export function vocabulary(draw: Draw, count: number): string[] {
  const words = new Set<string>();
  while (words.size < count) {
    const length = 4 + draw.below(7);
    words.add(Array.from({ length }, (_, at) => draw.of(at % 2 === 0 ? consonants : vowels)).join(""));
  }
  return [...words];
}

/** A word as texts have them: the first one in every tenth place, the last ones hardly ever. */
export function drawWord(draw: Draw, words: readonly string[]): string {
  return words[Math.floor(words.length ** draw.number()) - 1] as string;
}
