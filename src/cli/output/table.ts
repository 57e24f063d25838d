/** Rows as a table that fits its terminal: words are shortened, ids and dates never; what does not fit at all is left out and said. */
import type { Row } from "./cells.ts";
import { labelOf, valueOf } from "./labels.ts";
import { fit, plain, type Style, widthOf } from "./text.ts";

export interface Table {
  readonly lines: readonly string[];
  /** The heads of columns for which there was no room. */
  readonly missing: readonly string[];
}

interface Column {
  readonly name: string;
  readonly label: string;
  readonly cells: readonly string[];
  /** What it takes in full. */
  readonly width: number;
  /** What it takes at least. */
  readonly least: number;
}

const gap = 2;
/** Words are shortened down to so many columns; a word without a space that is longer than an id is shortened too. */
const leastOfWords = 16;
const longestWord = 36;

/** The table of these columns, the most important first; one that is empty in every row is left out. `null`: as wide as it is. */
export function tableOf(rows: readonly Row[], names: readonly string[], style: Style, width: number | null): Table {
  const all = names.map((name) => columnOf(name, rows)).filter(({ cells }) => cells.some((text) => text !== ""));
  const columns = width === null ? all : thatFit(all, width);
  const widths = share(columns, width);
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => pad(fit(text, widths[at] ?? 0), widths[at] ?? 0))
      .join(" ".repeat(gap))
      .trimEnd();
  const heads = style.dim(line(columns.map(({ label }) => label)));
  return {
    lines: [heads, ...rows.map((_, at) => line(columns.map(({ cells }) => cells[at] ?? "")))],
    missing: all.filter((column) => !columns.includes(column)).map(({ label }) => label),
  };
}

function columnOf(name: string, rows: readonly Row[]): Column {
  const label = labelOf(name);
  const cells = rows.map((row) => plain(valueOf(name, row[name], row)));
  const width = Math.max(widthOf(label), ...cells.map(widthOf));
  const isStiff = cells.every((text) => (!text.includes(" ") && text.length <= longestWord) || isMoment(text));
  return {
    name,
    label,
    cells,
    width,
    least: isStiff ? width : Math.min(width, Math.max(leastOfWords, widthOf(label))),
  };
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text);
}

/** One after the other, as long as there is room; the first is always there. */
function thatFit(columns: readonly Column[], width: number): Column[] {
  let left = width + gap;
  return columns.filter(({ least }, at) => {
    if (at > 0 && least + gap > left) return false;
    left -= least + gap;
    return true;
  });
}

/** What is left when each has the least goes to those that want more, the same to each. */
function share(columns: readonly Column[], width: number | null): number[] {
  if (width === null) return columns.map((column) => column.width);
  const widths = columns.map(({ least }) => least);
  let left = width - widths.reduce((sum, one) => sum + one, gap * (columns.length - 1));
  while (left > 0) {
    const wanting = columns.flatMap((column, at) => ((widths[at] ?? 0) < column.width ? [at] : []));
    if (wanting.length === 0) break;
    for (const at of wanting.slice(0, left)) widths[at] = (widths[at] ?? 0) + 1;
    left -= Math.min(left, wanting.length);
  }
  return widths;
}

function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}
