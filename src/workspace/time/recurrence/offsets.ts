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

const hourNanoseconds = 3_600_000_000_000;

/** Whether the next change of the clocks after an instant (milliseconds) is by a part of an hour; Lord Howe Island moves by half of one. */
export function movesByPart(timezone: string, instant: number): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);
  const change = local.getTimeZoneTransition("next");
  return change !== null && (change.offsetNanoseconds - local.offsetNanoseconds) % hourNanoseconds !== 0;
}
