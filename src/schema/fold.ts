/** Text as people compare it. */

/**
 * The text in NFC and full case folding (SQLite folds ASCII only; `toLowerCase` alone keeps ß apart from SS).
 * Source: Unicode CaseFolding (the dotless ı folds to itself).
 */
export function fold(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the whole of ASCII
  if (/^[\u0000-\u007f]*$/.test(text)) return text.toLowerCase();
  return text.normalize("NFC").split("ı").map(foldPart).join("ı").normalize("NFC");
}

/** Lower-casing makes a sigma at the end of a word final; folded, there is one sigma. */
function foldPart(part: string): string {
  return part.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
}
