/** A folded text as words of a search index: its runs of three characters, and its junctions. */

/** Where the private use area holds ASCII that is neither letter nor digit. */
const moved = 0xe000;
const isMoved = Array.from({ length: 128 }, (_, code) => !/[0-9A-Za-z]/.test(String.fromCharCode(code)));

/** Begins a junction in the index, where no run begins so but of text that holds this character of the private use area. */
const junctionMark = "\u{f8ff}";
const space = asWord(" ");

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

/** What an edit does to the words of a text. */
export interface WordEdit {
  readonly come: readonly string[];
  readonly gone: readonly string[];
}

/**
 * The words that one of two texts has and the other lacks. There are none but where the two differ, and what stands in the other
 * need only be looked for there: an edit costs a third of what the words of both texts would.
 */
export function wordEdit(former: string, text: string, hasJunctions: boolean): WordEdit {
  const [before, after] = [asWord(former), asWord(text)];
  const same = sameAtBegin(before, after);
  const end = sameAtEnd(before, after, same);
  const reach = hasJunctions ? junctionReach : runReach;
  return {
    come: wordsBeyond(around(after, same, end, reach), before, hasJunctions),
    gone: wordsBeyond(around(before, same, end, reach), after, hasJunctions),
  };
}

/** The words of a part of a text that are none of the other text. */
function wordsBeyond(part: string, other: string, hasJunctions: boolean): string[] {
  const characters = Array.from(part);
  const runs = runsIn(characters).filter((run) => !other.includes(run));
  const junctions = (hasJunctions ? junctionsIn(characters) : []).filter(
    (junction) => !other.includes(junction.slice(junctionMark.length)),
  );
  return [...new Set([...runs, ...junctions])];
}

/** Units on both sides of a difference that a run reaches to: two characters, of two units at most. */
const runReach = 4;
/** The same of a junction: five characters. */
const junctionReach = 10;

/** How many units the texts have in common at their beginnings. */
function sameAtBegin(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one.charCodeAt(same) === other.charCodeAt(same)) same += 1;
  return same;
}

/** The same at their ends, of what is left behind so many. */
function sameAtEnd(one: string, other: string, begin: number): number {
  const most = Math.min(one.length, other.length) - begin;
  let same = 0;
  while (same < most && one.charCodeAt(one.length - 1 - same) === other.charCodeAt(other.length - 1 - same)) same += 1;
  return same;
}

/** The part of the text between these, and as many units around it. */
function around(text: string, begin: number, end: number, reach: number): string {
  const from = Math.max(0, begin - reach);
  const to = Math.min(text.length, text.length - end + reach);
  return text.slice(isWithin(text, from) ? from - 1 : from, isWithin(text, to) ? to + 1 : to);
}

/** Whether the place parts the two units of one character. */
function isWithin(text: string, place: number): boolean {
  const unit = text.charCodeAt(place);
  return unit >= 0xdc00 && unit < 0xe000;
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
