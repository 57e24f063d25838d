/** Shows what an operation answered: a table or a list of fields for people, JSON for programs. */
import type { Io } from "../ports/io.ts";
import { asSent, type Row } from "./cells.ts";
import { columnsOf } from "./columns.ts";
import { recordLines } from "./record.ts";
import { tableOf } from "./table.ts";
import { plain, styleFor, widthOf, wrap } from "./text.ts";

/** Writes the answer to stdout; everything else goes to stderr. */
export function show(io: Io, answer: unknown, asJson: boolean): void {
  if (typeof answer === "string") return io.stdout.write(answer.endsWith("\n") ? answer : `${answer}\n`);
  if (asJson) return io.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  const body = answer as Row;
  if (body["object"] === "list") return showList(io, body);
  const style = styleFor(io.stdout.isTerminal, io.env);
  const lines = recordLines(body, style, io.stdout.columns);
  io.stdout.write(lines.map((line) => `${line.trimEnd()}\n`).join(""));
}

function showList(io: Io, body: Row): void {
  const rows = body["data"] as readonly Row[];
  if (rows.length === 0) return io.stderr.write("Nothing to show.\n");
  if (io.stdout.isTerminal) showTable(io, rows);
  else io.stdout.write(separated(rows));
  const total = typeof body["totalCount"] === "number" ? ` of ${body["totalCount"]}` : "";
  if (body["hasMore"] === true)
    io.stderr.write(`${rows.length}${total} shown. More: --all, or --cursor ${String(body["nextCursor"])}\n`);
}

/** The head of the column of numbers, by which the next command may call a record. */
const number = "#";

function showTable(io: Io, rows: readonly Row[]): void {
  const style = styleFor(io.stdout.isTerminal, io.env);
  const numbered = rows.map((row, at): Row => ({ [number]: at + 1, ...row }));
  const all = columnsOf(rows);
  // The title says which todo it is, and of what a thing is part.
  const named = all.includes("title") ? ["id", "todoId", "parentId"] : ["id"];
  const names = all.filter((name) => !named.includes(name));
  const shown = [number, ...names];
  const whole = tableOf(numbered, [...shown, "id"], style, null);
  // Numbers stand for ids: nobody misses those, and words are not cut short for them.
  const hasRoom = whole.lines.every((line) => widthOf(line) <= (io.stdout.columns ?? Infinity));
  const { lines, missing } = hasRoom ? whole : tableOf(numbered, shown, style, io.stdout.columns);
  io.stdout.write(`${lines.join("\n")}\n`);
  if (missing.length === 0) return;
  const said = wrap(`In a wider terminal: ${missing.join(", ")}`, io.stderr.columns ?? Infinity);
  io.stderr.write(`${style.dim(said.join("\n"))}\n`);
}

/** With tabs, every column, for what reads it further: instants as the interface has them. */
function separated(rows: readonly Row[]): string {
  const names = columnsOf(rows);
  const lines = rows.map((row) => names.map((name) => plain(asSent(row[name]))));
  return [names, ...lines].map((line) => `${line.join("\t")}\n`).join("");
}
