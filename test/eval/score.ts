/** How well the todos suggested for a capture fit those that it asks for. */
import type { Digest, Suggestion } from "../../src/actors/runtime/ports.ts";
import type { Expected, Question } from "./cases.ts";

export interface Score {
  readonly captures: number;
  /** Todos that the captures ask for, those that were suggested, and those of them that are right. */
  readonly expected: number;
  readonly suggested: number;
  readonly right: number;
  /** Days that the captures name with todos that were suggested rightly, and those of them that are right. */
  readonly days: number;
  readonly rightDays: number;
  /** Todos suggested rightly whose title is judged, and those of them that are titled well. */
  readonly titles: number;
  readonly rightTitles: number;
}

export interface Miss {
  readonly name: string;
  /** Lines that ask for a todo and got none. */
  readonly missed: readonly string[];
  /** Todos that nobody asked for. */
  readonly false: readonly string[];
  readonly wrongDays: readonly string[];
  readonly poorTitles: readonly string[];
}

const none: Score = {
  captures: 0,
  expected: 0,
  suggested: 0,
  right: 0,
  days: 0,
  rightDays: 0,
  titles: 0,
  rightTitles: 0,
};
/** Of the words of both titles, how many they must have in common. */
const ALIKE = 0.6;

/** One line asks for one todo: a second one from the same line is wrong. */
export function scoreOf({ expected }: Question, { suggestions }: Digest): Score {
  const pairs = pairsOf(expected, suggestions);
  const days = pairs.filter(([one]) => one.dueDate !== null);
  const titles = pairs.filter(([one]) => one.title !== null);
  return {
    captures: 1,
    expected: expected.length,
    suggested: suggestions.length,
    right: pairs.length,
    days: days.length,
    rightDays: days.filter(([one, other]) => one.dueDate === other.dueDate).length,
    titles: titles.length,
    rightTitles: titles.filter(isWellTitled).length,
  };
}

/** What went wrong with a capture. */
export function missOf({ name, expected, source }: Question, { suggestions }: Digest): Miss {
  const pairs = pairsOf(expected, suggestions);
  const paired = new Set<unknown>(pairs.flat());
  return {
    name,
    missed: expected.filter((one) => !paired.has(one)).map(({ line }) => source.lines[line]?.text ?? ""),
    false: suggestions.filter((one) => !paired.has(one)).map(({ title }) => title),
    wrongDays: pairs
      .filter(([one, other]) => one.dueDate !== other.dueDate)
      .map(([one, other]) => `${other.title}: ${other.dueDate ?? "none"}, not ${one.dueDate ?? "none"}`),
    poorTitles: pairs.filter((pair) => !isWellTitled(pair)).map(([one, other]) => `${other.title}, not ${one.title}`),
  };
}

/** Whether the titles have most of their words in common (Dice's coefficient), in any order and whatever their case. */
function isWellTitled([{ title }, suggestion]: Pair): boolean {
  if (title === null) return true;
  const [one, other] = [wordsOf(title), wordsOf(suggestion.title)];
  const common = [...one].filter((word) => other.has(word)).length;
  return (2 * common) / (one.size + other.size) >= ALIKE;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

type Pair = readonly [Expected, Suggestion];

function pairsOf(expected: readonly Expected[], suggestions: readonly Suggestion[]): Pair[] {
  return expected.flatMap((one) => {
    const other = suggestions.find(({ line }) => line === one.line);
    return other === undefined ? [] : [[one, other] as const];
  });
}

export function sumOf(scores: readonly Score[]): Score {
  return scores.reduce(
    (sum, score) => ({
      captures: sum.captures + score.captures,
      expected: sum.expected + score.expected,
      suggested: sum.suggested + score.suggested,
      right: sum.right + score.right,
      days: sum.days + score.days,
      rightDays: sum.rightDays + score.rightDays,
      titles: sum.titles + score.titles,
      rightTitles: sum.rightTitles + score.rightTitles,
    }),
    none,
  );
}

/** Of what was suggested, how much was asked for; 1 when nothing was suggested. */
export function precisionOf({ suggested, right }: Score): number {
  return suggested === 0 ? 1 : right / suggested;
}

/** Of what was asked for, how much was suggested; 1 when nothing was asked for. */
export function recallOf({ expected, right }: Score): number {
  return expected === 0 ? 1 : right / expected;
}
