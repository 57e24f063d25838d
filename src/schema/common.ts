/** Building blocks of shapes. Checks that JSON Schema can say carry it along in `jsonSchema` (read by the OpenAPI fold). */
import * as v from "valibot";
import { isTimeZone, spelledTimeZone } from "./time-zones.ts";

/** A check with the words that JSON Schema has for it. */
export function checked<Input>(
  requirement: (input: Input) => boolean,
  message: string,
  jsonSchema: Readonly<Record<string, unknown>>,
) {
  return { ...v.check<Input, string>(requirement, message), jsonSchema };
}

/** Lengths count Unicode code points, as JSON Schema's `maxLength` does. */
export function codePoints(text: string): number {
  if (text.length < 64 && !/[\ud800-\udbff]/.test(text)) return text.length;
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0xdc00 || unit > 0xdfff) count += 1;
  }
  return count;
}

const clean = checked<string>(
  (text) => text.isWellFormed() && !text.includes("\0"),
  "Expected text without NUL characters and without lone surrogates.",
  {},
);

// oxlint-disable-next-line no-control-regex -- that is what it looks for
const control = /[\u0000-\u001f\u007f-\u009f]/;
// oxlint-disable-next-line no-control-regex -- that is what it looks for
const controlButBreaks = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

function atMost(limit: number) {
  return checked<string>(
    (text) => text.length <= limit || codePoints(text) <= limit,
    `Expected at most ${limit} characters.`,
    { maxLength: limit },
  );
}

/** A name or title: one line, trimmed, not empty. */
export function line(limit: number) {
  return v.pipe(
    v.string(),
    clean,
    checked<string>((text) => !control.test(text.trim()), "Expected one line without control characters.", {}),
    v.trim(),
    checked<string>((text) => text !== "", "Expected text that is not empty or blank.", { minLength: 1 }),
    atMost(limit),
  );
}

/** Longer text, stored as sent; tabs and line breaks are the only control characters. May be empty. */
export function prose(limit: number) {
  return v.pipe(
    v.string(),
    clean,
    checked<string>(
      (text) => !controlButBreaks.test(text),
      "Expected no control characters but tab and line breaks.",
      {},
    ),
    atMost(limit),
  );
}

/** Longer text that says something. */
export function message(limit: number) {
  return v.pipe(
    prose(limit),
    checked<string>((text) => text.trim() !== "", "Expected text that is not empty or blank.", { minLength: 1 }),
  );
}

/** Text to look for: not empty, and blanks are looked for like anything else. */
export function sought(limit: number) {
  return v.pipe(
    prose(limit),
    checked<string>((text) => text !== "", "Expected text that is not empty.", { minLength: 1 }),
  );
}

/** An id; upper case is accepted and normalised. */
export const uuid = v.pipe(v.string(), v.uuid("Expected a UUID."), v.toLowerCase());

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a calendar date that exists (2026-02-30 does not). */
export function isCalendarDate(text: string): boolean {
  const match = datePattern.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (days[month - 1] as number);
}

/** `YYYY-MM-DD`, a day that exists. */
export const date = v.pipe(
  v.string(),
  checked<string>(isCalendarDate, "Expected a calendar date that exists, as YYYY-MM-DD.", { format: "date" }),
);

const dateTimePattern = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** True for an RFC 3339 date-time with an offset, between 1970 and 9999. */
function isDateTime(text: string): boolean {
  const match = dateTimePattern.exec(text);
  if (!match || !isCalendarDate(match[1] as string)) return false;
  if (Number(match[2]) > 23 || Number(match[3]) > 59 || Number(match[4]) > 59) return false;
  if (match[5] !== undefined && (Number(match[6]) > 23 || Number(match[7]) > 59)) return false;
  const instant = Date.parse(text);
  return instant >= 0 && instant <= 253_402_300_799_999;
}

/** RFC 3339 date-time with an offset. */
export const dateTime = v.pipe(
  v.string(),
  checked<string>(isDateTime, "Expected an RFC 3339 date-time with an offset, such as 2026-05-04T09:00:00Z.", {
    format: "date-time",
  }),
);

/** An IANA time-zone name, taken in any case and answered as the database spells it; aliases stay as sent. */
export const timezone = v.pipe(
  v.string(),
  checked<string>(isTimeZone, "Expected an IANA time zone name, such as Europe/Berlin.", { maxLength: 64 }),
  // A type of its own: behind a `transform` the words of JSON Schema would end.
  { ...v.transform<string, string>(spelledTimeZone), type: "spell_time_zone" as const },
);

/** Integer between two bounds. */
export function integer(least: number, most: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
}

export const nothing = v.strictObject({});

/** Query parameters of a paged list. */
export const paging = {
  limit: v.optional(v.pipe(integer(1, 100), v.description("Page size, 1 to 100.")), 25),
  // Of any form: a cursor that was made up is `invalid_cursor`, the empty one included.
  cursor: v.optional(v.pipe(v.string(), v.description("`nextCursor` of the page before, unaltered."))),
};

/** `waitSeconds`, up to two minutes. */
export const waitSeconds = v.optional(
  v.pipe(integer(0, 120), v.description("Hold the request open up to so many seconds, until the turn has ended.")),
);

export const includeArchived = v.optional(v.boolean(), false);

/** Date-time in an answer. */
export const instant = v.pipe(v.string(), v.isoTimestamp());
/** Id in an answer. */
export const id = v.pipe(v.string(), v.uuid());

/** The List envelope around a resource. */
export function list<Item extends v.GenericSchema>(item: Item) {
  return v.object({
    object: v.literal("list"),
    data: v.array(item),
    hasMore: v.boolean(),
    nextCursor: v.nullable(v.string()),
  });
}

/** The List envelope with `totalCount`: null unless asked for with `include=totalCount` where that is offered. */
export function countedList<Item extends v.GenericSchema>(item: Item) {
  return v.object({ ...list(item).entries, totalCount: v.nullable(v.pipe(v.number(), v.integer())) });
}

export const deleted = v.object({
  object: v.literal("deleted"),
  deleted: v.literal(true),
  recoverable: v.pipe(v.boolean(), v.description("True: archived and restorable. False: erased.")),
  alreadyArchived: v.optional(v.boolean()),
});

/** An object with fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether it is one. */
export function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
