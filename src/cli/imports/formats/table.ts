/** Rows of a CSV file. */
import { parse } from "csv-parse/sync";
import { usage } from "../../ports/failure.ts";
import type { TextFile } from "./draft.ts";

const mostRows = 200_000;

/** A row by its columns, and its line in the file. */
export interface Row {
  readonly line: number;
  /** The cell of a column, trimmed; empty when there is none. */
  cell(column: string): string;
}

export interface Table {
  /** Names of the columns as they stand in the file. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * The table in a file: apart by commas, semicolons or tabs. The head is the first of the first rows that `isHead` takes, for some
 * products write lines above it. Throws when there is none, or the file is malformed.
 */
export function readTable({ name, text }: TextFile, isHead: (columns: readonly string[]) => boolean): Table {
  const parsed = parseRows(name, text);
  const at = parsed.slice(0, 20).findIndex(({ record }) => isHead(record.map(columnKey)));
  const head = parsed[at]?.record;
  if (head === undefined)
    throw usage(`${name} has no head that is known.`, "The first line must name the columns, one of them title.");
  const places = new Map(head.map((column, index) => [columnKey(column), index] as const).toReversed());
  return {
    columns: head.map((column) => column.trim()),
    rows: parsed.slice(at + 1).map(({ record, info }) => ({
      line: info.lines,
      cell: (column) => record[places.get(columnKey(column)) ?? -1]?.trim() ?? "",
    })),
  };
}

/** Columns go by their words alone: `Due Date`, `due_date` and `DueDate` are one. */
export function columnKey(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function parseRows(name: string, text: string): readonly Parsed[] {
  let rows: Parsed[];
  try {
    rows = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
      to: mostRows + 1,
    }) as unknown as Parsed[];
  } catch (error) {
    throw usage(`${name} is no CSV that can be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (rows.length > mostRows) throw usage(`${name} has more than ${mostRows} rows.`, "Import it in parts.");
  return rows;
}

/** What stands most often in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const first = (/^\ufeff?([^\r\n]*)/.exec(text)?.[1] ?? "").replaceAll(/"[^"]*"/g, "");
  const counts = [",", ";", "\t"].map((mark) => [mark, first.split(mark).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}
