/** What a pasted note says about its own title. */

export interface NoteTexts {
  readonly title: string | null;
  /** The body without the heading that became the title; null when nothing is left. */
  readonly content: string | null;
}

/** Code points of a title. */
const titleLimit = 500;
/** What begins a heading of one line, `## Title ##` (CommonMark 4.2), and ends it; files of Windows begin with a mark of their own. */
const [opening, closing] = [/^\uFEFF? {0,3}#{1,6}(?=[ \t])/, / #+$/];
/** What makes a heading of the line before it (CommonMark 4.3). */
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;
/** A line that begins so is no paragraph, and so no heading with an underline: code, a quotation, an item of a list. */
const noParagraph = /^(?: {4}|\t| {0,3}(?:[>#]|[-*+][ \t]|\d{1,9}[.)][ \t]|```|~~~))/;

/**
 * A leading markdown heading becomes the title and leaves the body, unless it is longer than a title: then it stays, as any other
 * first line does, and the title is how it begins.
 */
export function readNote(content: string): NoteTexts {
  const lines = content.split(/\r\n|\n|\r/);
  const first = lines.findIndex((line) => line.trim() !== "");
  const line = lines[first] ?? "";
  const marks = opening.exec(line)?.[0];
  const heading = marks === undefined ? "" : tidy(line.slice(marks.length)).replace(closing, "");
  if (heading !== "") return titled(heading, content, first + 1);
  if (!noParagraph.test(line) && underline.test(lines[first + 1] ?? "")) return titled(tidy(line), content, first + 2);
  return { title: cut(tidy(line)) || null, content };
}

/** What a heading that ends before that line says. */
function titled(heading: string, content: string, end: number): NoteTexts {
  const title = cut(heading);
  return { title, content: title === heading ? bodyAfter(content, end) : content };
}

/** The text after so many lines, as it was sent, without the blank lines at its beginning. */
function bodyAfter(content: string, lines: number): string | null {
  let at = 0;
  for (let line = 0; line < lines; line += 1)
    at += /^[^\r\n]*(?:\r\n|\n|\r|$)/.exec(content.slice(at))?.[0].length ?? 0;
  const body = content.slice(at).replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, "");
  return body.trim() === "" ? null : body;
}

/** One line without control characters. */
function tidy(line: string): string {
  return line.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
}

/** Cut where titles end. */
function cut(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= titleLimit) return text;
  const head = characters.slice(0, titleLimit - 1).join("");
  return `${head.trimEnd()}…`;
}
