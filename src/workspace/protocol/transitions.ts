/** Changes of state as the machines of `src/schema/machines.ts` allow them: the condition is part of the statement. */
import type { Machine } from "../../schema/machines.ts";
import type { SqlRow } from "./sql.ts";

/** The parts of a statement for one event. */
export interface Transition {
  /** `status = 'running'` */
  readonly set: string;
  /** `status IN ('queued', 'running')` */
  readonly when: string;
  /**
   * Throws when nothing was changed though the row is there: the event may not come in its state. `find` answers its state as the
   * only column.
   */
  readonly check: (changed: number, find: () => SqlRow | undefined) => void;
}

/** What an event of a machine does to a row whose state stands in `column`. */
export function transition<State extends string, Event extends string>(
  machine: Machine<State, Event>,
  event: Event,
  column = "status",
): Transition {
  const { from, to } = machine.events[event];
  return {
    set: `${column} = '${to}'`,
    when: `${column} IN (${from.map((state) => `'${state}'`).join(", ")})`,
    check: (changed, find) => {
      const state = changed > 0 ? undefined : find()?.[0];
      if (state !== undefined) throw new Error(`The event ${event} cannot come to a ${machine.name} that is ${state}.`);
    },
  };
}

/** The transitions of all events of a machine, by event. */
export function transitions<State extends string, Event extends string>(
  machine: Machine<State, Event>,
  column = "status",
): Readonly<Record<Event, Transition>> {
  const events = Object.keys(machine.events) as Event[];
  const entries = events.map((event) => [event, transition(machine, event, column)] as const);
  return Object.fromEntries(entries) as Record<Event, Transition>;
}

/** The event that leads to a state, of those that have one of their own. */
export function eventTo<State extends string, Event extends string>(
  machine: Machine<State, Event>,
  state: State,
): Event {
  const events = Object.keys(machine.events) as Event[];
  const found = events.find((event) => machine.events[event].to === state);
  if (found === undefined) throw new Error(`No event leads to a ${machine.name} that is ${state}.`);
  return found;
}
