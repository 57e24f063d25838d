/** Shows what an operation answered: a table or a list of fields for people, JSON for programs. */
import type { Io, Output } from "../io.ts";
import { columnsOf } from "./columns.ts";
import { minuteOf } from "./local-time.ts";
import { fit, plain, plainLines, type Style, styleFor, widthOf } from "./text.ts";

type Row = Readonly<Record<string, unknown>>;

/** Writes the answer to stdout; what is said beside it goes to stderr. */
export function show(io: Io, answer: unknown, asJson: boolean): void {
  if (typeof answer === "string") return io.stdout.write(answer.endsWith("\n") ? answer : `${answer}\n`);
  if (asJson) return io.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  const body = answer as Row;
  const style = styleFor(io.stdout.isTerminal, io.env);
  if (body["object"] !== "list") return io.stdout.write(record(body, style));
  const rows = body["data"] as readonly Row[];
  if (rows.length === 0) return io.stderr.write("Nothing to show.\n");
  io.stdout.write(table(rows, io.stdout, style));
  const total = typeof body["totalCount"] === "number" ? ` of ${body["totalCount"]}` : "";
  if (body["hasMore"] === true)
    io.stderr.write(`${rows.length}${total} shown. More: --all, or --cursor ${String(body["nextCursor"])}\n`);
}

function table(rows: readonly Row[], output: Output, style: Style): string {
  const names = columnsOf(rows);
  const cells = rows.map((row) => names.map((name) => plain(cell(row[name]))));
  if (!output.isTerminal) return `${[names, ...cells].map((line) => line.join("\t")).join("\n")}\n`;
  const widths = names.map((name, at) => Math.max(widthOf(name), ...cells.map((line) => widthOf(line[at] ?? ""))));
  const fitted = squeeze(widths, (output.columns ?? 120) - 2 * (names.length - 1));
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => pad(fit(text, fitted[at] ?? 0), fitted[at] ?? 0))
      .join("  ")
      .trimEnd();
  return `${[style.dim(line(names)), ...cells.map(line)].join("\n")}\n`;
}

/** Takes from the widest columns until all fit. */
function squeeze(widths: readonly number[], columns: number): number[] {
  const fitted = [...widths];
  let over = fitted.reduce((sum, width) => sum + width, 0) - columns;
  while (over > 0) {
    const widest = fitted.indexOf(Math.max(...fitted));
    if ((fitted[widest] ?? 0) <= 8) break;
    fitted[widest] = (fitted[widest] ?? 0) - 1;
    over -= 1;
  }
  return fitted;
}

function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}

/** A field a line; what is empty is left out. */
function record(body: Row, style: Style): string {
  const fields = Object.entries(body).filter(([name, value]) => name !== "object" && value !== null && !isEmpty(value));
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  return fields
    .map(([name, value]) => `${style.dim(name.padEnd(width))}  ${indented(plainLines(cell(value)), width)}\n`)
    .join("");
}

function indented(text: string, width: number): string {
  return text.replaceAll("\n", `\n${" ".repeat(width + 2)}`);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return instant(value);
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ");
  return JSON.stringify(value);
}

/** An instant in the zone of the person, to the minute. */
function instant(text: string): string {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? minuteOf(new Date(text)) : text;
}
