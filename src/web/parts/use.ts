/** What components read: the store, signals, the place, keys. */
import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { addKeys, type KeyMap } from "../base/keys.ts";
import { here, type Route } from "../base/routes.ts";
import type { State } from "../base/signal.ts";
import { dayOfMoment, zone } from "../base/zone.ts";
import type { Identified, Records } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { View, type ViewRule } from "../store/view.ts";

export const StoreContext = createContext<Store | null>(null);

export function useStore(): Store {
  const store = useContext(StoreContext);
  if (store === null) throw new Error("There is no store above this component.");
  return store;
}

interface Listened {
  readonly subscribe: (listener: () => void) => () => void;
}

/** Draws again when the signal is given. */
function useSignal(signal: Listened): void {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => signal.subscribe(() => draw(undefined)), [signal]);
}

/** Draws again when any of the records changes. */
export function useRecords(records: { readonly changed: Listened; readonly replaced: Listened }): void {
  useSignal(records.changed);
  useSignal(records.replaced);
}

export function useValue<T>(state: State<T>): T {
  const [value, set] = useState({ of: state.value });
  useLayoutEffect(() => {
    const update = (): void => set({ of: state.value });
    update();
    return state.changed.subscribe(update);
  }, [state]);
  return Object.is(value.of, state.value) ? value.of : state.value;
}

export function useRoute(): Route {
  return useValue(here);
}

/** The record, drawn again when it changes. */
export function useRecord<T extends Identified>(records: Records<T>, id: string | null): T | undefined {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const redraw = (): void => draw(undefined);
    const ends = [
      records.changed.subscribe((change) => change.id === id && redraw()),
      records.replaced.subscribe(redraw),
    ];
    return () => ends.forEach((end) => end());
  }, [records, id]);
  return id === null ? undefined : records.get(id);
}

/** The rows of a view that is made again when one of `given` changes. */
export function useView<T extends Identified>(
  records: Records<T>,
  rule: ViewRule<T>,
  given: readonly unknown[],
): View<T> {
  const held = useRef<{ view: View<T>; given: readonly unknown[] } | null>(null);
  const isSame = held.current?.given.every((one, at) => Object.is(one, given[at])) ?? false;
  if (!isSame) {
    held.current?.view.dispose();
    held.current = { view: new View(records, rule), given };
  }
  const { view } = held.current as { view: View<T> };
  useSignal(view.changed);
  useEffect(() => () => held.current?.view.dispose(), []);
  return view;
}

/** How high the keys of what stands here are: 0 of a screen, more of what lies over it. */
export const KeyLevel = createContext(0);

/** Keys while the component is there; the highest win, of one level those of the last component. */
export function useKeys(keys: KeyMap, scope: HTMLElement | null = null, isOn = true): void {
  const latest = useRef(keys);
  latest.current = keys;
  const level = useContext(KeyLevel);
  useLayoutEffect(() => (isOn ? addKeys(() => latest.current, scope, level) : undefined), [scope, level, isOn]);
}

/** Whether the query matches, drawn again when that changes. */
export function useMedia(query: string): boolean {
  const [matches, set] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = (): void => set(list.matches);
    list.addEventListener("change", update);
    return () => list.removeEventListener("change", update);
  }, [query]);
  return matches;
}

/** True once so many milliseconds have passed: what is quick never flashes. */
export function useLate(milliseconds: number): boolean {
  const { ports } = useStore();
  const [isLate, set] = useState(false);
  useEffect(() => ports.later(milliseconds, () => set(true)), [milliseconds]);
  return isLate;
}

/** The day it is, drawn again at midnight. */
export function useToday(): string {
  return useClock(dayOfMoment, [useValue(zone)]);
}

/** The moment at which this minute began, in milliseconds since 1970; drawn again with each minute. */
export function useMinute(): number {
  return useClock((now) => now - (now % 60_000));
}

/** What is read of the time, read again every half minute, and when one of `given` changes. */
function useClock<T>(read: (now: number) => T, given: readonly unknown[] = []): T {
  const { ports } = useStore();
  const [value, set] = useState(() => read(ports.now()));
  useEffect(() => {
    const tick = (): (() => void) => ports.later(30_000, () => ((cancel = tick()), set(read(ports.now()))));
    set(read(ports.now()));
    let cancel = tick();
    return () => cancel();
  }, given);
  return value;
}
