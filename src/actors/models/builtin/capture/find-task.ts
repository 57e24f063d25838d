/** Finds what is to be done where nobody marked it: in what was said, and in the lines of notes. */
import { markedText } from "./marks.ts";
import { ABOUT_THE_TALK, NOTHING_IN_PARTICULAR, english } from "./tasks/english.ts";
import { german } from "./tasks/german.ts";
import { french, spanish } from "./tasks/romance.ts";
import type { Rules } from "./tasks/rules.ts";

const LANGUAGES: readonly Rules[] = [english, german, french, spanish];
/** A longer sentence is no plain word. */
const longest = 400;
const FILLER = /(?:^|,)\s*(?:um+|uh+|erm?|h?mm+)(?=[\s,.]|$),?|\s(?:uh+|erm|mm+)(?=[\s,.]|$),?/giu;
/** "If you could …, that would be great" is a request and no condition. */
const WISH = /\bif you (?:could|can|would)\b(?=.*\b(?:that['’]d|that would|would) be\b)/iu;
const THANKS =
  /[,;]\s*(?:(?:that(?:['’]d| would)|would|it would)\b|if (?:you don['’]t mind|that['’]s ok|possible)).*$/iu;
const ENDING =
  /[\s,]+(?:please|okay|ok|right|alright|thanks|thank you|though|then|as well|too|noch|auch|mal|aussi|también)?\s*[.!?…]*$/iu;
const REASON = /[,;]\s*(?:and\s+)?(?:then\s+)?(?:I|we|you|so|but|because|okay|right|if that|just)\b.*$/iu;
const LEAD =
  /^(?:(?:also|then|just|please|definitely|quickly|personally|probably|still|now|really|first|kindly|maybe|go ahead and|try to|make sure to|noch|auch|mal|dann|bitte|aussi|también)\s+)+/iu;

export interface Place {
  /** Of a note, and nothing else on its line. */
  readonly isLine: boolean;
  /** Whether it names a day from today on. */
  readonly isDated: () => boolean;
}

/** What a sentence says is to be done, in its own words; null when it says no such thing. */
export function findTask(sentence: string, { isLine, isDated }: Place): string | null {
  if (sentence.length > longest) return null;
  const marked = markedText(sentence);
  if (marked !== null) return marked;
  const plain = sentence.replace(FILLER, "").trim().replace(WISH, "could you").replace(THANKS, "");
  for (const { anywhere, lines, dated, unmeant } of LANGUAGES) {
    const match =
      firstOf(anywhere, plain) ??
      (isLine ? firstOf(lines, plain) : null) ??
      (isLine && firstOf(dated, plain) !== null && isDated() ? firstOf(dated, plain) : null);
    if (match !== null) return meant(match, plain, unmeant);
  }
  return null;
}

function firstOf(patterns: readonly RegExp[], text: string): RegExpExecArray | null {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return match;
  }
  return null;
}

/** The task, without what surrounds it; null when the sentence means something else. */
function meant({ groups }: RegExpExecArray, sentence: string, unmeant: RegExp): string | null {
  const { task = "", who = "" } = groups ?? {};
  // What follows a comma explains the task and changes nothing about it.
  const before = sentence.slice(0, sentence.length - task.length);
  const statement = before + task.replace(/,.*$/, "");
  const isQuoted = (before.match(/["“”«»„]/gu) ?? []).length % 2 === 1;
  if (isQuoted || unmeant.test(statement) || ABOUT_THE_TALK.test(statement)) return null;
  const bare = task.replace(LEAD, "").replace(ENDING, "").replace(REASON, "");
  if (bare.split(/\s+/).length < 2 || NOTHING_IN_PARTICULAR.test(bare)) return null;
  return isName(who) ? `${who}: ${bare}` : bare;
}

/** Words that begin a sentence with a capital and are no name. */
function isName(word: string): boolean {
  return (
    word !== "" &&
    !/^(?:I|It|He|She|They|We|You|This|That|There|Here|What|Who|Someone|Somebody|Everyone|Nobody|The|the|These|Those|And|So|But|Then|Which|One)\b/.test(
      word,
    )
  );
}
