/**
 * Reads one RRULE value (RFC 5545 §3.3.10) strictly: a person whose part was dropped would find out weeks later. Every refusal is
 * 400 `schedule.rrule`.
 */
import { type ApiError, invalid } from "../../../schema/errors.ts";

export type Frequency = "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";

/** The BY parts; an existing list has a value. */
interface ByParts {
  byMonth?: number[];
  byWeekNo?: number[];
  byYearDay?: number[];
  byMonthDay?: number[];
  byDay?: string[];
  byHour?: number[];
  byMinute?: number[];
  bySecond?: number[];
  bySetPos?: number[];
}

/** What is said but UNTIL, read into numbers. */
export interface Options extends ByParts {
  freq: Frequency;
  interval: number;
  count?: number;
  wkst?: string;
}

export interface Rule {
  readonly options: Readonly<Options>;
  /** `20260105`, `20260105T090000` (both in the zone of the schedule) or `20260105T090000Z`; null when there is none. */
  readonly until: string | null;
}

type Parts = ReadonlyMap<string, string>;

const frequencies: readonly string[] = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"];
const days = /^(?:[+-]?([1-9]\d?))?(?:MO|TU|WE|TH|FR|SA|SU)$/;
const known: readonly string[] =
  "FREQ INTERVAL COUNT UNTIL WKST BYMONTH BYWEEKNO BYYEARDAY BYMONTHDAY BYDAY BYHOUR BYMINUTE BYSECOND BYSETPOS".split(
    " ",
  );

/** The rule without its `RRULE:` prefix. */
export function withoutPrefix(text: string): string {
  return text.trim().replace(/^RRULE:/i, "");
}

/** The parts of a rule. Throws 400 saying which part is wrong. */
export function parseRule(text: string): Rule {
  const parts = split(withoutPrefix(text));
  const freq = frequency(parts);
  refuseMisplaced(parts, freq);
  const options: Options = { freq, interval: number(parts, "INTERVAL", 10_000) ?? 1 };
  const count = number(parts, "COUNT", 1_000_000);
  if (count !== undefined) options.count = count;
  const weekStart = parts.get("WKST");
  if (weekStart !== undefined) options.wkst = weekday(weekStart);
  return { options: Object.assign(options, byParts(parts)), until: until(parts) };
}

function split(text: string): Parts {
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(";")) {
    const [name, value, ...more] = part.split("=");
    if (!name || !value || more.length > 0) throw refusal(`Expected parts such as FREQ=DAILY;BYHOUR=9, got "${part}".`);
    if (!known.includes(name)) throw refusal(`Unknown part ${name}. Accepted: ${known.join(", ")}.`);
    if (parts.has(name)) throw refusal(`${name} is given twice.`);
    parts.set(name, value);
  }
  return parts;
}

function frequency(parts: Parts): Frequency {
  const value = parts.get("FREQ");
  if (value === undefined) throw refusal("FREQ is required: HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY.");
  if (!frequencies.includes(value)) {
    throw refusal(`FREQ: expected HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY, got ${value}.`);
  }
  return value as Frequency;
}

/** Combinations that RFC 5545 rules out. */
function refuseMisplaced(parts: Parts, freq: Frequency): void {
  if (parts.has("COUNT") && parts.has("UNTIL")) throw refusal("COUNT and UNTIL exclude each other.");
  if (parts.has("BYWEEKNO") && freq !== "YEARLY") throw refusal("BYWEEKNO needs FREQ=YEARLY.");
  if (parts.has("BYMONTHDAY") && freq === "WEEKLY") throw refusal("BYMONTHDAY does not go with FREQ=WEEKLY.");
  if (parts.has("BYYEARDAY") && freq !== "YEARLY" && freq !== "HOURLY") {
    throw refusal("BYYEARDAY needs FREQ=YEARLY or HOURLY.");
  }
  const ordinal = /\d/.test(parts.get("BYDAY") ?? "");
  if (ordinal && ((freq !== "MONTHLY" && freq !== "YEARLY") || parts.has("BYWEEKNO"))) {
    throw refusal("BYDAY with a number needs FREQ=MONTHLY or YEARLY, without BYWEEKNO.");
  }
  const others = [...parts.keys()].some((name) => name.startsWith("BY") && name !== "BYSETPOS");
  if (parts.has("BYSETPOS") && !others) throw refusal("BYSETPOS needs another BY part to choose from.");
}

function byParts(parts: Parts): ByParts {
  const by: ByParts = {};
  const assign = <Key extends keyof ByParts>(key: Key, value: ByParts[Key] | undefined) => {
    if (value !== undefined) by[key] = value;
  };
  assign("byMonth", numbers(parts, "BYMONTH", 1, 12));
  assign("byWeekNo", numbers(parts, "BYWEEKNO", -53, 53));
  assign("byYearDay", numbers(parts, "BYYEARDAY", -366, 366));
  assign("byMonthDay", numbers(parts, "BYMONTHDAY", -31, 31));
  assign("byHour", numbers(parts, "BYHOUR", 0, 23));
  assign("byMinute", numbers(parts, "BYMINUTE", 0, 59));
  assign("bySecond", numbers(parts, "BYSECOND", 0, 59));
  assign("bySetPos", numbers(parts, "BYSETPOS", -366, 366));
  assign("byDay", parts.get("BYDAY")?.split(",").map(dayOfRule));
  return by;
}

function number(parts: Parts, name: string, most: number): number | undefined {
  const value = parts.get(name);
  if (value === undefined) return undefined;
  const parsed = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (parsed < 1 || parsed > most) throw refusal(`${name}: expected a whole number from 1 to ${most}, got ${value}.`);
  return parsed;
}

/** Lists whose least value is negative count from the end and have no 0. */
function numbers(parts: Parts, name: string, least: number, most: number): number[] | undefined {
  return parts
    .get(name)
    ?.split(",")
    .map((text) => {
      const value = /^[+-]?\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
      if (value >= least && value <= most && !(value === 0 && least < 0)) return value;
      throw refusal(
        `${name}: expected whole numbers from ${least} to ${most}${least < 0 ? " but 0" : ""}, got ${text}.`,
      );
    });
}

function weekday(text: string): string {
  if (/^(?:MO|TU|WE|TH|FR|SA|SU)$/.test(text)) return text;
  throw refusal(`WKST: expected MO, TU, WE, TH, FR, SA or SU, got ${text}.`);
}

function dayOfRule(text: string): string {
  const match = days.exec(text);
  if (match !== null && Number(match[1] ?? 1) <= 53) return text;
  throw refusal(`BYDAY: expected days such as MO or -1FR, got ${text}.`);
}

function until(parts: Parts): string | null {
  const value = parts.get("UNTIL");
  if (value === undefined) return null;
  if (/^\d{8}(?:T\d{6}Z?)?$/.test(value)) return value;
  throw refusal(`UNTIL: expected 20261231, 20261231T090000 or 20261231T090000Z, got ${value}.`);
}

/** 400 for a rule that cannot be kept. */
export function refusal(message: string): ApiError {
  return invalid("schedule.rrule", `schedule.rrule: ${message}`);
}
