/** No two planned times may be less than five minutes apart, as the wall clock shows them. Decisions §9. */
import { dayLength } from "./calendar.ts";
import { expand, withinDay, withinHour } from "./expand.ts";
import { type Options, refusal } from "./rule.ts";

const leastMs = 5 * 60_000;
/** Times of a rule that are looked at: enough to meet every pair that it names of a day. */
const looked = 400;
/** Days whose end is looked at: as many as there are from one leap day to the next. */
const lookedDays = 4 * 365 + 1;

/** Throws 400 for a rule with two times that are closer. `start`: its anchor, as milliseconds of the wall clock. */
export function requireApart(rule: Options, start: number): void {
  if (!mayBeClose(rule, start)) return;
  const next = expand(rule, start);
  let last = next(start - 1);
  for (let seen = 0; last !== null && seen < looked; seen += 1) {
    const time = next(last);
    if (time !== null && time - last < leastMs) throw tooClose(last, time);
    last = time;
  }
  for (let seen = 0; last !== null && seen < lookedDays; seen += 1) {
    const midnight: number = (Math.floor(last / dayLength) + 1) * dayLength;
    const late = next(midnight - leastMs);
    const time = late === null || late >= midnight ? late : next(late);
    if (late !== null && time !== null && late < time && time - late < leastMs) throw tooClose(late, time);
    last = time;
  }
}

/** True when the times that the rule names of an hour or a day have two that are closer, the first one after midnight included. */
function mayBeClose(rule: Options, start: number): boolean {
  const isHourly = rule.freq === "HOURLY";
  const times = isHourly ? withinHour(rule, new Date(start)) : withinDay(rule, new Date(start));
  const again = (times[0] as number) + (isHourly ? 3_600_000 : dayLength);
  return times.some((time, index) => (times[index + 1] ?? again) - time < leastMs);
}

function tooClose(first: number, second: number): Error {
  const [from, to] = [first, second].map((time) => new Date(time).toISOString().slice(11, 19));
  return refusal(`Expected times at least five minutes apart, got ${from} and ${to}: check BYMINUTE and BYSECOND.`);
}
