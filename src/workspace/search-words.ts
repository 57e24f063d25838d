/** A folded text as words of a search index: its runs of three characters, and its junctions. */

/** Where the private use area holds ASCII that is neither letter nor digit. */
const moved = 0xe000;
const isMoved = Array.from({ length: 128 }, (_, code) => !/[0-9A-Za-z]/.test(String.fromCharCode(code)));

/** Begins a junction in the index, where no run begins so but of text that holds this character of the private use area. */
export const junctionMark = "\u{f8ff}";
export const space = asWord(" ");

/** The runs of a text. */
export function runsOf(text: string): Set<string> {
  return wordsOf(text, false);
}

/** So many units fit a text of a page and a half without another room being made for them. */
const room = new Uint16Array(16_384);
const utf16 = new TextDecoder("utf-16le");

/**
 * The runs of a text with a space between each two, as the index takes them in: one that comes again stands there again. A new record
 * has many, so its units are written side by side, at a tenth of what a text for each run would cost.
 */
export function runsAsText(text: string): string {
  if (/[\ud800-\udfff]/.test(text)) return runsIn(Array.from(asWord(text))).join(" ");
  const length = Math.max(0, 4 * (text.length - 2));
  const units = length <= room.length ? room : new Uint16Array(length);
  let [first, second] = [0, 0];
  for (let at = 0, to = 0; at < text.length; at += 1) {
    const third = asWordUnit(text.charCodeAt(at));
    if (at > 1) {
      units[to] = first;
      units[to + 1] = second;
      units[to + 2] = third;
      units[to + 3] = 0x20;
      to += 4;
    }
    first = second;
    second = third;
  }
  return utf16.decode(units.subarray(0, Math.max(0, length - 1)));
}

/** Where words meet in a text: the two characters before a space, the space, and the three after it. */
export function junctionsOf(text: string): string[] {
  return junctionsIn(Array.from(asWord(text)));
}

/** The runs of a text, and its junctions where they are wanted. */
export function wordsOf(text: string, hasJunctions: boolean): Set<string> {
  const characters = Array.from(asWord(text));
  return new Set([...runsIn(characters), ...(hasJunctions ? junctionsIn(characters) : [])]);
}

function runsIn(characters: readonly string[]): string[] {
  const runs: string[] = [];
  for (let at = 0; at + 2 < characters.length; at += 1) {
    runs.push((characters[at] as string) + (characters[at + 1] as string) + (characters[at + 2] as string));
  }
  return runs;
}

function junctionsIn(characters: readonly string[]): string[] {
  const junctions: string[] = [];
  for (let at = characters.indexOf(space, 2); at >= 0 && at + 3 < characters.length;) {
    junctions.push(junctionMark + characters.slice(at - 2, at + 4).join(""));
    at = characters.indexOf(space, at + 1);
  }
  return junctions;
}

function asWordUnit(code: number): number {
  return isMoved[code] === true ? moved + code : code;
}

/**
 * Text of which the tokenizer takes every character for part of a word: ASCII that is neither letter nor digit moves into the
 * private use area. Text that holds such a character itself is found too often there, and then sorted out by its text.
 */
export function asWord(text: string): string {
  // oxlint-disable-next-line no-control-regex -- all of ASCII but letters and digits
  return text.replace(/[\u0000-/:-@[-`{-\u007f]/g, (character) => String.fromCharCode(moved + character.charCodeAt(0)));
}
