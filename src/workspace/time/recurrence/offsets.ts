/** How far the clocks of a time zone are ahead of UTC; looked up once for all instants between two changes of the clocks. */

/** Answers the offset at an instant (both in milliseconds). */
export function zoneOffsets(timezone: string): (instant: number) => number {
  let [from, to, offset] = [0, 0, 0];
  return (instant) => {
    if (instant >= from && instant < to) return offset;
    const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);
    const change = local.getTimeZoneTransition("next");
    [from, to] = [instant, change === null ? Infinity : change.epochMilliseconds];
    offset = local.offsetNanoseconds / 1_000_000;
    return offset;
  };
}
