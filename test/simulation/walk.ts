/** Walks of events at random; what fails is shown as few events as it takes. */
import fc from "fast-check";
import { acts, type EventName } from "./events.ts";
import { play, type Seen } from "./play.ts";

/** How often each comes, where it is not once. */
const weights: Partial<Record<EventName, number>> = {
  chat: 3,
  schedule: 4,
  run: 2,
  decide: 4,
  wait: 6,
  answer: 3,
  kill: 4,
  restart: 2,
  orphan: 2,
  note: 2,
};
const names = (Object.keys(acts) as EventName[]).flatMap((name) => Array<EventName>(weights[name] ?? 1).fill(name));
const anyEvent = fc.record(
  { name: fc.constantFrom(...names), pick: fc.nat({ max: 10_000 }) },
  { noNullPrototype: true },
);
const anyEvents = fc.array(anyEvent, { minLength: 5, maxLength: 60, size: "max" });

export interface Walks {
  readonly seed: number;
  readonly walks: number;
  /** No walk begins after so many milliseconds. */
  readonly milliseconds?: number;
}

/** Rejects with the shortest walk found after which something does not hold; answers what there was to see. */
export async function walk({ seed, walks, milliseconds }: Walks): Promise<Seen> {
  const seen: Seen = { walks: 0, events: 0, turns: 0, approvals: 0, occurrences: 0, planned: 0, lives: 0 };
  const holds = fc.asyncProperty(fc.nat(), anyEvents, (model, events) => play(model, events, seen));
  const limit = milliseconds === undefined ? {} : { interruptAfterTimeLimit: milliseconds };
  await fc.assert(holds, { seed, numRuns: walks, ...limit });
  return seen;
}
