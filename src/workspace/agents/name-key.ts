/** How names of agents and skills compare: NFC and full case folding (semantics, "Text"); SQLite folds ASCII only. */

/** The key under which a name is unique: `Straße` and `STRASSE` share one, `ı` and `i` do not. */
export function nameKey(name: string): string {
  // oxlint-disable-next-line no-control-regex -- ASCII folds to its lower case, and most names are ASCII
  if (/^[\u0000-\u007f]*$/.test(name)) return name.toLowerCase();
  return Array.from(name.normalize("NFC"), foldOne).join("").normalize("NFC");
}

/** One code point at a time, so that a final sigma folds like any other; the dotless ı folds to itself (Unicode CaseFolding). */
function foldOne(character: string): string {
  return character === "ı" ? character : character.toLowerCase().toUpperCase().toLowerCase();
}
