/** Something that happens, and who listens. */
export class Signal<Event = void> {
  readonly #listeners = new Set<(event: Event) => void>();

  /** Calls the listener each time; the answer ends that. */
  readonly subscribe = (listener: (event: Event) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  emit(event: Event): void {
    for (const listener of Array.from(this.#listeners)) listener(event);
  }
}

/** A value that changes, and who listens. */
export class State<Value> {
  readonly changed = new Signal();
  #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    this.changed.emit();
  }
}
