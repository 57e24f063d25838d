/** The local time in a zone, as text. */

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const minute = 60_000;

/** Zones are few, but every sender of a message names one. */
const maxKnown = 100;
/** The last text of each zone: looking up a zone costs more than the rest of a prompt. */
const known = new Map<string, { readonly since: number; readonly text: string }>();

/** `Monday, 2026-01-05 09:00`; `now` in milliseconds since 1970, `timezone` an IANA name. */
export function localTime(now: number, timezone: string): string {
  const since = Math.floor(now / minute);
  const last = known.get(timezone);
  if (last?.since === since) return last.text;
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone);
  const time = local.toPlainTime().toString({ smallestUnit: "minute" });
  const text = `${weekdays[local.dayOfWeek - 1] ?? ""}, ${local.toPlainDate().toString()} ${time}`;
  if (known.size >= maxKnown) known.clear();
  known.set(timezone, { since, text });
  return text;
}
