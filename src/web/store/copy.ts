/** Shows at the start what the page showed last, until the service has answered; and writes it down again as it changes. */
import type { Ports } from "../base/ports.ts";
import type { Device } from "./device.ts";
import { fromStored, type Snapshot, type StoredSnapshot, toStored } from "./snapshot.ts";

/** In milliseconds: a device is written to no more often than this. */
const pause = 10_000;

export interface CopyParts {
  readonly ports: Ports;
  readonly device: Device;
  /** Whose workspace is shown, and what is shown of it; null where nothing is that may be stored. */
  readonly current: () => { readonly owner: string; readonly snapshot: Snapshot } | null;
}

export class DeviceCopy {
  readonly #parts: CopyParts;
  #reading: Promise<StoredSnapshot | null> = Promise.resolve(null);
  #cancel: (() => void) | null = null;

  constructor(parts: CopyParts) {
    this.#parts = parts;
  }

  /** Begins to read, while the service is asked who is signed in. */
  prepare(): void {
    this.#reading = this.#parts.device.read();
  }

  /** What was stored for that person and workspace; null where nothing was. Answers it once, and deletes what is of others. */
  async recall(owner: string): Promise<Snapshot | null> {
    const stored = await this.#reading;
    this.#reading = Promise.resolve(null);
    if (stored === null || stored.owner === owner) return stored === null ? null : fromStored(stored);
    await this.clear();
    return null;
  }

  /** Something changed: it is written soon, together with what follows. */
  changed(): void {
    this.#cancel ??= this.#parts.ports.later(pause, () => void this.save());
  }

  /** Writes what is shown now. */
  async save(): Promise<void> {
    this.#stop();
    const current = this.#parts.current();
    if (current !== null) await this.#parts.device.write(toStored(current.owner, current.snapshot));
  }

  async clear(): Promise<void> {
    this.#stop();
    await this.#parts.device.clear();
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
