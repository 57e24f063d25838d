/** The calendar date of a moment (milliseconds since 1970) in a time zone, as `YYYY-MM-DD`. */
export function localDate(moment: number, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timezone).toPlainDate().toString();
}
