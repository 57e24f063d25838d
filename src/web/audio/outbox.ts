/** Sound and notes on their way: each stays here until it is on the service's disk, so that a new connection sends it again. */
import type { TimedNote } from "../store/recording.ts";

/** Blocks are so long, in milliseconds. */
export const blockMs = 100;

export type Block = Uint8Array<ArrayBuffer>;

export class Outbox {
  #blocks: Block[] = [];
  #notes: TimedNote[];
  /** Numbers of the first block that is here, and of the next to be sent. */
  #first: number;
  #next: number;
  #takenMs: number;
  /** The number of the block with which the recording begins. */
  readonly #begin: number;

  /**
   * Begins with the block of that number, and with those notes: all before them is on the service's disk, of a recording that began
   * with the block of the other number.
   */
  constructor(first = 0, notes: readonly TimedNote[] = [], begin = 0) {
    this.#notes = [...notes];
    this.#begin = begin;
    this.#first = first;
    this.#next = first;
    this.#takenMs = this.#firstMs;
  }

  /** Where the first block begins in the recording. */
  get #firstMs(): number {
    return (this.#first - this.#begin) * blockMs;
  }

  /** Milliseconds that were added, with those before the first block. */
  get takenMs(): number {
    return this.#takenMs;
  }

  /** Whether a note, or a second or more, is not safe; what is less is lost where a recording is ended elsewhere. */
  get hasRest(): boolean {
    return this.#notes.length > 0 || this.#takenMs - this.#firstMs >= 1000;
  }

  get isEmpty(): boolean {
    return this.#notes.length === 0 && this.#blocks.length === 0;
  }

  /** Those that are not safe. */
  get notes(): readonly TimedNote[] {
    return this.#notes;
  }

  addNote(note: TimedNote): void {
    this.#notes.push(note);
  }

  /** The first of them is safe. */
  acknowledgeNote(): void {
    this.#notes.shift();
  }

  /** The number of the first block that is not safe. */
  get first(): number {
    return this.#first;
  }

  /** All blocks that are not safe. */
  all(): readonly Block[] {
    return this.#blocks;
  }

  /** Adds a block of so many milliseconds, and answers its number. All but the last are as long as `blockMs`. */
  add(block: Block, milliseconds: number): number {
    this.#blocks.push(block);
    this.#takenMs += milliseconds;
    return this.#first + this.#blocks.length - 1;
  }

  /** Those that were not sent on this connection. */
  unsent(): Block[] {
    const blocks = this.#blocks.slice(this.#next - this.#first);
    this.#next = this.#first + this.#blocks.length;
    return blocks;
  }

  /** So many milliseconds are safe. Answers whether that let a block go. */
  acknowledge(safeMs: number): boolean {
    const isAll = safeMs >= this.#takenMs;
    const count = isAll ? this.#blocks.length : Math.max(0, Math.floor((safeMs - this.#firstMs) / blockMs));
    this.#blocks.splice(0, count);
    this.#first += count;
    this.#next = Math.max(this.#next, this.#first);
    return count > 0;
  }

  /** A new connection sends again what is not safe. Answers where that begins, in milliseconds. */
  rewind(): number {
    this.#next = this.#first;
    return this.#firstMs;
  }
}
