/** One resource, a field a line: what it holds stands below its name, lists of things as tables. */
import { isRecord } from "../../schema/common.ts";
import { asSent, type Row } from "./cells.ts";
import { columnsOf } from "./columns.ts";
import { labelOf, valueOf } from "./labels.ts";
import { tableOf } from "./table.ts";
import { plainLines, type Style, wrap } from "./text.ts";

/**
 * The lines; what is empty is left out. `width`: columns of the terminal, where fields and values are said in words; null without one:
 * they are as in the interface there.
 */
export function recordLines(body: Row, style: Style, width: number | null): string[] {
  const label = width === null ? (name: string) => name : labelOf;
  const fields = Object.entries(body).filter(([name, value]) => name !== "object" && !isEmpty(value));
  const indent = Math.max(0, ...fields.map(([name]) => label(name).length)) + 2;
  return fields.flatMap(([name]) => {
    const lines = linesOf(body, name, style, width === null ? null : width - indent);
    return lines.map((line, at) => `${at === 0 ? style.dim(label(name).padEnd(indent)) : " ".repeat(indent)}${line}`);
  });
}

/** In fewer columns, text is left to the terminal. */
const narrowest = 20;

function linesOf(body: Row, name: string, style: Style, width: number | null): readonly string[] {
  const value = body[name];
  if (isRecord(value)) return recordLines(value, style, width);
  if (Array.isArray(value) && value.every(isRecord)) return tableOf(value, columnsOf(value, name), style, width).lines;
  const lines = plainLines(width === null ? asSent(value) : valueOf(name, value, body)).split("\n");
  return width === null || width < narrowest ? lines : lines.flatMap((line) => wrap(line, width));
}

function isEmpty(value: unknown): boolean {
  if (isRecord(value)) return Object.values(value).every((one) => one === null);
  return value === null || (Array.isArray(value) && value.length === 0);
}
