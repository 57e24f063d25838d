/** Names shortened to letters. */

/** The first letters of the first and the last word, as people write them. */
export function initialsOf(name: string): string {
  const named = name.split(/[\s@._-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = [named[0], named.length > 1 ? named.at(-1) : undefined];
  return letters.map((word) => Array.from(word ?? "")[0]?.toLocaleUpperCase() ?? "").join("");
}
