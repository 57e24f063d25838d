/** A model that can be exchanged while turns are on their way: their next step asks the new one. */
import type { Model } from "../runtime/ports.ts";

export interface SwitchedModel {
  readonly model: Model;
  use(next: Model): void;
}

/** Begins with that one. */
export function createSwitchedModel(first: Model): SwitchedModel {
  let now = first;
  return {
    use: (next) => void (now = next),
    // Whatever a model has, looked up when it is asked for.
    model: new Proxy(first, {
      get: (_first, name) => Reflect.get(now, name) as unknown,
      has: (_first, name) => Reflect.has(now, name),
    }),
  };
}
