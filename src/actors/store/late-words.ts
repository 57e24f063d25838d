/**
 * Words that a transaction is yet to put into search indexes. FTS5 writes its pending words to their table as soon as a row
 * follows that lies before the last one, which costs more than all else about them: so they go in together, in order.
 */

/** What is added to one row by a statement that takes its number and the words. */
type Add = (text: string, n: number, words: string) => void;

export interface LateWords {
  readonly isEmpty: boolean;
  add(text: string, n: number, words: string): void;
  /** Hands over all of them, those of one row together, in the order of the rows; then there are none. */
  take(add: Add): void;
  drop(): void;
}

export function createLateWords(): LateWords {
  /** By the text of the statement. */
  const waiting = new Map<string, Map<number, string>>();
  return {
    get isEmpty() {
      return waiting.size === 0;
    },
    add(text, n, words) {
      let rows = waiting.get(text);
      if (rows === undefined) waiting.set(text, (rows = new Map()));
      const before = rows.get(n);
      rows.set(n, before === undefined ? words : `${before} ${words}`);
    },
    take(add) {
      const taken = [...waiting];
      waiting.clear();
      for (const [text, rows] of taken) {
        for (const [n, words] of [...rows].sort(([one], [other]) => one - other)) add(text, n, words);
      }
    },
    drop: () => waiting.clear(),
  };
}
