/** Joins what two parts of a recording say whose sound overlaps, so that nothing is said twice. */
import type { Segment } from "./queries.ts";

interface Word {
  /** Index of its segment. */
  readonly segment: number;
  readonly start: number;
  readonly end: number;
  /** Without case, for comparison. */
  readonly text: string;
}

/** Words that both parts have, by their first index in each. */
interface Shared {
  readonly ended: number;
  readonly begun: number;
  readonly length: number;
}

/** Nobody says more words in two seconds. */
const maxWords = 16;
/** A cut goes through a word: so many at it may be heard otherwise by each part. */
const unsureWords = 2;

/**
 * The segments of both parts in order: `ended` are those of the first part that reach into the overlap, `begun` those of the
 * second. Where both have the same words, the first goes up to these and the second follows; else a segment of the
 * second is left out that ends before the first does.
 */
export function joinSegments(ended: readonly Segment[], begun: readonly Segment[]): Segment[] {
  const [last, next] = [wordsOf(ended).slice(-maxWords), wordsOf(begun).slice(0, maxWords)];
  const shared = sharedWords(last, next);
  if (shared === null) {
    const heardMs = Math.max(0, ...ended.map(({ endMs }) => endMs));
    return [...ended, ...begun.filter(({ endMs }) => endMs > heardMs)];
  }
  const final = last[shared.ended + shared.length - 1] as Word;
  const first = upTo(ended, final, final === last.at(-1));
  return [...first, ...behind(begun, next[shared.begun + shared.length - 1] as Word, first.at(-1)?.endMs ?? 0)];
}

function wordsOf(segments: readonly Segment[]): Word[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
  return segments.flatMap(({ text }, segment) =>
    [...segmenter.segment(text)]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ index, segment: word }) => ({
        segment,
        start: index,
        end: index + word.length,
        text: word.normalize("NFKC").toLowerCase(),
      })),
  );
}

/** The longest run of words near the end of the one and the beginning of the other; a single word only when it is exactly there. */
function sharedWords(last: readonly Word[], next: readonly Word[]): Shared | null {
  let best: Shared | null = null;
  for (const ended of last.keys()) {
    for (let begun = 0; begun <= Math.min(unsureWords, next.length - 1); begun += 1) {
      const length = sameFrom(last, ended, next, begun);
      const left = last.length - ended - length;
      const isSure = length >= 2 || (length === 1 && left === 0 && begun === 0);
      if (isSure && left <= unsureWords && length >= (best?.length ?? 0)) best = { ended, begun, length };
    }
  }
  return best;
}

function sameFrom(last: readonly Word[], ended: number, next: readonly Word[], begun: number): number {
  let length = 0;
  while (
    ended + length < last.length &&
    begun + length < next.length &&
    last[ended + length]?.text === next[begun + length]?.text
  ) {
    length += 1;
  }
  return length;
}

/** The segments up to the word, with what stands behind it only when no word does. */
function upTo(segments: readonly Segment[], word: Word, isLast: boolean): Segment[] {
  if (isLast) return [...segments];
  const cut = segments[word.segment] as Segment;
  return [...segments.slice(0, word.segment), { ...cut, text: cut.text.slice(0, word.end) }];
}

/** What is said behind the word, from that moment on. */
function behind(segments: readonly Segment[], word: Word, fromMs: number): Segment[] {
  const cut = segments[word.segment] as Segment;
  const text = cut.text.slice(word.end).replace(/^[\s,.;:!?…–-]+/, "");
  const others = segments.slice(word.segment + 1);
  if (text === "") return others;
  const startMs = Math.min(Math.max(cut.startMs, fromMs), cut.endMs);
  return [{ ...cut, startMs, text }, ...others];
}
