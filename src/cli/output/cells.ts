/** Values as people read them, one line each. */
import { dayOf } from "../../client/local-day.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Nothing for what is empty; lists with commas; instants in the zone of the person, to the minute. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return instant(value);
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.map(cell).join(", ");
  return JSON.stringify(value);
}

/** The same for programs: an instant as the interface has it. */
export function asSent(value: unknown): string {
  return typeof value === "string" ? value : cell(value);
}

function instant(text: string): string {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? minuteOf(new Date(text)) : text;
}

/** `2026-11-22 09:05`. */
function minuteOf(moment: Date): string {
  return `${dayOf(moment)} ${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
