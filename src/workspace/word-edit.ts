/** What an edit does to the words of a text: the search index need only hear of those. */
import { asWord, junctionMark, space } from "./search-words.ts";

export interface WordEdit {
  /** The words that the text has and the former one lacks. */
  readonly come: readonly string[];
  /** Stretches of the former text that hold every word which the text lacks, and maybe some that it has: as words of the index are written. */
  readonly gone: readonly string[];
}

/**
 * Compares a text with its former one. Words come and go nowhere but where the two differ, and what stands in the other need only
 * be looked for there: an edit costs a third of what the words of both texts would.
 */
export function wordEdit(former: string, text: string, hasJunctions: boolean): WordEdit {
  const [before, after] = comparable(former, text);
  const same = sameAtBegin(before, after);
  const end = sameAtEnd(before, after, same);
  const reach = hasJunctions ? 5 : 2;
  const come = around(after, same, end, reach);
  const gone = around(before, same, end, reach);
  return {
    come: wordsAt(come, spansBeyond(come, before, hasJunctions)),
    gone: stretchesAt(gone, spansBeyond(gone, after, hasJunctions)),
  };
}

/** As they are, unless one of them holds what other characters become in the index: two texts may then differ and their words not. */
function comparable(one: string, other: string): readonly [string, string] {
  const isAlike = !/[\ue000-\ue07f]/.test(one) && !/[\ue000-\ue07f]/.test(other);
  return isAlike ? [one, other] : [asWord(one), asWord(other)];
}

/** Where a word stands in a part of a text, in units. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly isJunction: boolean;
}

/** The runs of a part of a text that do not stand in the other text, and its junctions likewise, from the first to the last. */
function spansBeyond(part: string, other: string, hasJunctions: boolean): Span[] {
  const spans: Span[] = [];
  const places = placesOf(part);
  const add = (at: number, length: number, isJunction: boolean): void => {
    const [from, to] = [places[at] as number, places[at + length]];
    if (to !== undefined && !other.includes(part.slice(from, to))) spans.push({ from, to, isJunction });
  };
  for (let at = 0; at + 3 < places.length; at += 1) {
    add(at, 3, false);
    if (hasJunctions && isSpace(part[places[at + 2] as number])) add(at, 6, true);
  }
  return spans;
}

function isSpace(unit: string | undefined): boolean {
  return unit === " " || unit === space;
}

/** Where each character of the text begins, and where the last one ends. */
function placesOf(text: string): number[] {
  const places = [0];
  for (let at = 0; at < text.length;) {
    at = next(text, at);
    places.push(at);
  }
  return places;
}

function wordsAt(part: string, spans: readonly Span[]): string[] {
  return spans.map(({ from, to, isJunction }) => (isJunction ? junctionMark : "") + asWord(part.slice(from, to)));
}

/** The spans, those that meet as one. */
function stretchesAt(part: string, spans: readonly Span[]): string[] {
  const stretches: string[] = [];
  let [begin, end] = [0, 0];
  const close = (): void => {
    if (end > begin) stretches.push(asWord(part.slice(begin, end)));
  };
  for (const { from, to } of spans) {
    if (from > end) {
      close();
      begin = from;
    }
    end = Math.max(end, to);
  }
  close();
  return stretches;
}

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

/** The part of the text between these, and so many characters around it. */
function around(text: string, begin: number, end: number, reach: number): string {
  let from = isWithin(text, begin) ? begin - 1 : begin;
  let to = text.length - end;
  if (isWithin(text, to)) to += 1;
  for (let left = reach; left > 0 && from > 0; left -= 1) from -= isWithin(text, from - 1) ? 2 : 1;
  for (let left = reach; left > 0 && to < text.length; left -= 1) to = next(text, to);
  return text.slice(from, to);
}

/** Where the character that begins there ends. */
function next(text: string, at: number): number {
  return isWithin(text, at + 1) ? at + 2 : at + 1;
}

/** Whether the place parts the two units of one character. */
function isWithin(text: string, place: number): boolean {
  const unit = text.charCodeAt(place);
  return unit >= 0xdc00 && unit < 0xe000;
}
