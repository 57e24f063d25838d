/** What the rules engine makes of a capture: it quotes whole sentences and never puts anything in other words. */
import type { CaptureSource, Digest, Suggestion } from "../../../runtime/ports.ts";
import { capitalise, oneLine, shorten } from "../../shared/text.ts";
import { folded, withoutPoliteness } from "../shared/words.ts";
import { isOpen, markedText, readMarks } from "./marks.ts";
import { lineFinder, type Sentence, sentencesOf, type Written, writtenIn } from "./sentences.ts";
import { rankSentences } from "./text-rank.ts";
import { findTask } from "./find-task.ts";
import { namesDay, toTodo } from "./to-do.ts";

const titleLength = 60;
const subtitleLength = 120;
const quoteLength = 500;
/** Sentences of a summary: few for a short text. */
const fewest = 2;
const most = 6;
const charactersForEach = 1500;
/** A sentence is quoted when it has so many characters, where there are such. */
const sayingSomething = 25;
const longestQuoted = 400;
/** What is marked is suggested one by one, up to a number that nobody reads; of what is not marked, few. */
const mostSuggestions = 100;
const mostUnmarked = 12;
/** Code points of a task that are read. */
const taskLength = 300;

/** Title, subtitle, summary and todos of a capture; the same every time. */
export function digestCapture(source: CaptureSource): Digest {
  const written = writtenIn(source);
  const sentences = sentencesOf(source, written);
  const ranked = bestFirst(sentences);
  const [best, second] = ranked;
  return {
    title: source.title ?? titleOf(best, source),
    subtitle: subtitleOf((source.title === null ? second : undefined) ?? best, written, source),
    summary: summaryOf(sentences, ranked, written, source),
    suggestions: suggestionsOf(source, written, sentences),
  };
}

/** Sentences that say something, the weightiest first; what is marked as to be done is suggested, and not said again where there is more. */
function bestFirst(all: readonly Sentence[]): Sentence[] {
  const unmarked = all.filter(({ text }) => markedText(text) === null);
  const sentences = unmarked.length > 0 ? unmarked : all;
  const long = sentences.filter(({ text }) => text.length >= sayingSomething && text.length <= longestQuoted);
  const candidates = long.length > 0 ? long : sentences;
  const weights = rankSentences(candidates.map(({ text }) => text));
  return candidates
    .map((sentence, at) => ({ sentence, at, weight: weights[at] ?? 0 }))
    .toSorted((one, other) => other.weight - one.weight || one.at - other.at)
    .map(({ sentence }) => sentence);
}

function titleOf(best: Sentence | undefined, { type, isUnheard }: CaptureSource): string {
  const words = withoutPoliteness((best?.text ?? "").slice(0, longestQuoted)).rest.replace(/[\s.!,;:]+$/, "");
  if (words !== "") return shorten(capitalise(words), titleLength);
  if (isUnheard === true) return "Recording";
  return type === "recording" ? "Recording without speech" : "Note";
}

function subtitleOf(best: Sentence | undefined, written: Written, { lines, type, isUnheard }: CaptureSource): string {
  if (best !== undefined) return shorten(best.text, subtitleLength);
  const [first] = linesOf(written, lines);
  if (first !== undefined) return shorten(first, subtitleLength);
  if (isUnheard === true) return "Not transcribed.";
  return type === "recording" ? "Nothing was said." : "Nothing is written here.";
}

function summaryOf(
  sentences: readonly Sentence[],
  ranked: readonly Sentence[],
  written: Written,
  { lines, type, isUnheard }: CaptureSource,
): string {
  const characters = sentences.reduce((sum, { text }) => sum + text.length, 0);
  const count = Math.min(most, Math.max(fewest, Math.round(characters / charactersForEach) + 1));
  const chosen = new Set(ranked.slice(0, count));
  if (chosen.size > 0) return quoteAll(sentences.filter((sentence) => chosen.has(sentence)));
  const plain = linesOf(written, lines);
  if (plain.length > 0) return plain.slice(0, most).join("\n");
  if (isUnheard === true) return "This recording was not transcribed: no speech recognition is set up.";
  return type === "recording" ? "No speech was recognised in this recording." : "This note has no text.";
}

/** Lines that hold no sentence, such as headings and tasks: without the marks of Markdown, but where nothing else is written. */
function linesOf({ content, notes }: Written, lines: CaptureSource["lines"]): string[] {
  const plain = [...content, ...notes].map(({ text }) => oneLine(text)).filter((text) => text !== "");
  return plain.length > 0 ? plain : lines.map(({ text }) => text.trim()).filter((text) => text !== "");
}

/** Sentences one after the other, each on a line of its own in a conversation, with who said it, and after one without an end. */
function quoteAll(sentences: readonly Sentence[]): string {
  const isConversation = sentences.some(({ speaker }) => speaker !== null);
  return sentences.reduce((quoted, { speaker, text }) => {
    const said = speaker === null ? text : `${speaker}: ${text}`;
    if (quoted === "") return said;
    return `${quoted}${isConversation || !/[.!?…]["”’)]?$/.test(quoted) ? "\n" : " "}${said}`;
  }, "");
}

function suggestionsOf(source: CaptureSource, written: Written, sentences: readonly Sentence[]): Suggestion[] {
  const present = { now: source.saidAt, timezone: source.timezone };
  const found = new Map<string, Suggestion>();
  const seen = new Set<string>();
  const add = (task: string, line: number, quote: string): void => {
    if (found.size === mostSuggestions || line < 0 || seen.has(task) || !isOpen(task)) return;
    seen.add(task);
    const todo = toTodo(shorten(task, taskLength), present);
    const key = folded(todo?.title ?? "");
    if (todo !== null && key !== "" && !found.has(key)) {
      found.set(key, { ...todo, line, quote: shorten(quote.trim(), quoteLength) });
    }
  };
  for (const part of ["content", "notes"] as const) {
    const find = lineFinder(source, part);
    for (const { text, line } of readMarks(written[part]))
      add(text, find(line), source.lines[find(line)]?.text ?? text);
  }
  const marked = new Set([...found.values()].map(({ line }) => line));
  const limit = found.size + mostUnmarked;
  for (const { text, line, isLine } of sentences) {
    if (found.size >= limit) break;
    const task = marked.has(line) ? null : findTask(text, { isLine, isDated: () => namesDay(text, present) });
    if (task !== null) add(task, line, text);
  }
  return [...found.values()].toSorted((one, other) => one.line - other.line);
}
