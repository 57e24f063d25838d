/** Text for terminals: what comes from elsewhere cannot steer them, and columns line up. */

/** Without characters that a terminal would act on; line breaks and tabs become spaces. */
export function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- that is what it takes out
  return text.replaceAll(/[\t\n\r]+/g, " ").replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** The same, its line breaks kept. */
export function plainLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(plain)
    .join("\n");
}

const wide = /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

// oxlint-disable-next-line no-control-regex -- what styles put around a text takes no columns
const styles = /\u001b\[\d+m/g;

/** Columns that a text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text.replaceAll(styles, ""))) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** The text in so many columns, with `…` where it was cut. */
export function fit(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = "";
  let width = 1;
  for (const { segment } of segmenter.segment(text)) {
    width += widthOf(segment);
    if (width > columns) break;
    kept += segment;
  }
  return `${kept}…`;
}

/**
 * The text in lines of so many columns, parted between words, each as far in as the first; a word that is longer, such as an address,
 * stays whole. `hang`: what the first line begins with, and the others leave empty.
 */
export function wrap(text: string, columns: number, hang = /^ */.exec(text)?.[0] ?? ""): string[] {
  const room = columns - widthOf(hang);
  const lines: string[] = [];
  let line = "";
  for (const word of text.slice(hang.length).split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && widthOf(longer) > room) lines.push(line);
    line = line !== "" && widthOf(longer) > room ? word : longer;
  }
  return [...lines, line].map((one, at) => (at === 0 ? hang : " ".repeat(widthOf(hang))) + one);
}

/** Lines that may begin with the mark of a list or of a quote; code, which stands four columns in, stays as it is. */
export function wrapLines(text: string, columns: number): string {
  const marks = /^ {0,3}(?:(?:[-☐☑│]|\d{1,3}\.) )*/;
  return text
    .split("\n")
    .flatMap((line) => (line.startsWith("    ") ? [line] : wrap(line, columns, marks.exec(line)?.[0])))
    .join("\n");
}

/** The text as one word of a shell. */
export function quoted(text: string): string {
  return /^[\w./:,@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

export interface Style {
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly italic: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

const codes = {
  dim: [2, 22],
  bold: [1, 22],
  italic: [3, 23],
  green: [32, 39],
  red: [31, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

/** Colours on a terminal; none elsewhere, nor where NO_COLOR is set (no-color.org). */
export function styleFor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Style {
  const isPlain = !isTerminal || (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  const paint =
    ([on, off]: readonly [number, number]) =>
    (text: string) =>
      isPlain ? text : `\u001b[${on}m${text}\u001b[${off}m`;
  return {
    dim: paint(codes.dim),
    bold: paint(codes.bold),
    italic: paint(codes.italic),
    green: paint(codes.green),
    red: paint(codes.red),
    yellow: paint(codes.yellow),
    cyan: paint(codes.cyan),
  };
}

/** A day (YYYY-MM-DD) as `Thursday 26 November`. */
export function dayInWords(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" }).format(date);
  return [part({ weekday: "long" }), part({ day: "numeric" }), part({ month: "long" })].join(" ");
}
