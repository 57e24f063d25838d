/** Hourly rules over the changes of clocks, against hours that are counted one by one. Decisions §9: HOURLY counts real hours. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { nextRun, readSchedule } from "../../../../src/workspace/time/recurrence/recurrence.ts";

const hour = 3_600_000;
const compared = 60;

/** Zones with their two changes of 2026; Lord Howe moves by half an hour, Dublin's winter is the one that is moved. */
const zones = [
  "Europe/Berlin",
  "Europe/Dublin",
  "America/New_York",
  "America/St_Johns",
  "America/Santiago",
  "America/Havana",
  "Australia/Lord_Howe",
  "Australia/Sydney",
  "Pacific/Auckland",
  "Africa/Casablanca",
] as const;

const changesOf = (zone: string): number[] => {
  let at = Temporal.Instant.from("2026-01-01T00:00:00Z").toZonedDateTimeISO(zone);
  return [0, 1].map(() => {
    at = at.getTimeZoneTransition("next") as Temporal.ZonedDateTime;
    return at.epochMilliseconds;
  });
};

/** Every hour of the day comes with these. */
const intervals = [1, 5, 25];

const anyRule = fc
  .record({
    zone: fc.constantFrom(...zones),
    change: fc.constantFrom(0, 1),
    hoursBefore: fc.integer({ min: 1, max: 40 }),
    startMinute: fc.constantFrom(0, 10, 30, 59),
    interval: fc.constantFrom(1, 1, 2, 3, 5, 6, 12, 25),
    hours: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 3, maxLength: 12 })),
    minutes: fc.option(fc.uniqueArray(fc.constantFrom(0, 5, 20, 45, 55), { minLength: 1, maxLength: 3 })),
  })
  .map((rule) => ({ ...rule, hours: intervals.includes(rule.interval) ? rule.hours : null }));

test("an hourly rule counts real hours: none is left out, none runs twice", { rules: ["todos.schedule.hours"] }, () => {
  fc.assert(
    fc.property(anyRule, (one) => {
      const { zone, interval, hours, minutes } = one;
      const around = (changesOf(zone)[one.change] as number) - one.hoursBefore * hour;
      const start = Temporal.Instant.fromEpochMilliseconds(around)
        .toZonedDateTimeISO(zone)
        .with({ minute: one.startMinute, second: 0, millisecond: 0 });
      const parts = [
        `FREQ=HOURLY;INTERVAL=${interval}`,
        ...(hours === null ? [] : [`BYHOUR=${hours.join()}`]),
        ...(minutes === null ? [] : [`BYMINUTE=${minutes.join()}`]),
      ];
      const rrule = parts.join(";");
      const startsAt = start.toPlainDateTime().toString({ smallestUnit: "second" });
      const shown = timesOf({ rrule, startsAt, timezone: zone }, start.epochMilliseconds - 1);
      const isByPart = zone === "Australia/Lord_Howe" && (hours !== null || minutes !== null);
      const wanted = isByPart ? read(one, start) : counted(one, start);
      assert.deepEqual(shown, wanted.map(iso), `${rrule} from ${startsAt} in ${zone}`);
    }),
    { seed: Number(process.env["DAYSHIFT_SEED"] ?? 25), numRuns: Number(process.env["DAYSHIFT_RUNS"] ?? 300) },
  );
});

function timesOf(input: Parameters<typeof readSchedule>[0], before: number): string[] {
  const { schedule, next } = readSchedule(input, before);
  const times: string[] = [];
  for (let at: number | undefined = next.at; at !== undefined && times.length < compared;) {
    times.push(iso(at));
    at = nextRun(schedule, at)?.at;
  }
  return times;
}

/** Every hour from the start one by one, as far as it takes for that many times. */
function counted(
  { zone, interval, hours, minutes, startMinute }: typeof anyRule extends fc.Arbitrary<infer Rule> ? Rule : never,
  start: Temporal.ZonedDateTime,
): number[] {
  const begin = start.epochMilliseconds - startMinute * 60_000;
  const times: number[] = [];
  for (let at = begin; times.length < compared; at += interval * hour) {
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
    if (hours !== null && !hours.includes(local.hour)) continue;
    for (const minute of (minutes ?? [startMinute]).toSorted((a, b) => a - b)) {
      const time = at + minute * 60_000;
      if (time >= start.epochMilliseconds && times.length < compared) times.push(time);
    }
  }
  return times;
}

/** Every hour that the wall clock shows from the start one by one: of one that comes twice the first, of one that is skipped the change. */
function read(
  { zone, interval, hours, minutes, startMinute }: typeof anyRule extends fc.Arbitrary<infer Rule> ? Rule : never,
  start: Temporal.ZonedDateTime,
): number[] {
  const times: number[] = [];
  for (let hour = start.toPlainDateTime(); times.length < compared; hour = hour.add({ hours: interval })) {
    if (hours !== null && !hours.includes(hour.hour)) continue;
    for (const minute of (minutes ?? [startMinute]).toSorted((a, b) => a - b)) {
      const local = hour.with({ minute });
      const first = local.toZonedDateTime(zone, { disambiguation: "earlier" });
      const change = first.getTimeZoneTransition("next")?.epochMilliseconds ?? 0;
      const time = first.toPlainDateTime().equals(local) ? first.epochMilliseconds : change;
      const isNext = time >= start.epochMilliseconds && time > (times.at(-1) ?? 0);
      if (isNext && times.length < compared) times.push(time);
    }
  }
  return times;
}

test("where clocks change by half an hour, the minutes that a rule names are those of the wall clock", () => {
  const timezone = "Australia/Lord_Howe";
  const shown = (rrule: string, startsAt: string, count: number): string[] => {
    const before = Temporal.PlainDateTime.from(startsAt).toZonedDateTime(timezone).epochMilliseconds - 1;
    const local = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toString().slice(11, 25);
    return timesOf({ rrule, startsAt, timezone }, before).slice(0, count).map(local);
  };
  const back = shown("FREQ=HOURLY;BYMINUTE=0", "2026-04-05T00:00:00", 4);
  assert.deepEqual(back, ["00:00:00+11:00", "01:00:00+11:00", "02:00:00+10:30", "03:00:00+10:30"]);
  const ahead = shown("FREQ=HOURLY;BYMINUTE=0", "2026-10-04T01:00:00", 3);
  assert.deepEqual(ahead, ["01:00:00+10:30", "02:30:00+11:00", "03:00:00+11:00"]);
  const named = shown("FREQ=HOURLY;BYHOUR=9;BYMINUTE=0", "2026-10-03T09:00:00", 3);
  assert.deepEqual(named, ["09:00:00+10:30", "09:00:00+11:00", "09:00:00+11:00"]);
  const real = shown("FREQ=HOURLY", "2026-04-05T00:10:00", 4);
  assert.deepEqual(real, ["00:10:00+11:00", "01:10:00+11:00", "01:40:00+10:30", "02:40:00+10:30"]);
});

function iso(time: number): string {
  return new Date(time).toISOString();
}
