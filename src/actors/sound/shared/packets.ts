/** Compressed sound, packet by packet, whatever file it is in: what is cut, and what a part is made of. */
import type { SoundFile } from "../../runtime/transcriber.ts";
import { inTurns } from "./turns.ts";

/** Milliseconds: a recording that says it is longer says nonsense. */
export const longestSound = 7 * 24 * 60 * 60_000;

/** What a decoder makes a few milliseconds of sound of. */
export interface Packet {
  /** The position of its first sample, as the stream counts them. */
  readonly start: number;
  readonly samples: number;
  readonly bytes: Uint8Array;
  /** Where in the file reading may begin so that this packet comes first; null when it may not begin here. */
  readonly entry: number | null;
}

/** Where a part begins: reading may begin `at` there in the file, `ms` says which packet is the first. */
export interface Position {
  readonly at: number;
  readonly ms: number;
}

/** A part by positions of the stream. */
export interface Part {
  /** Where reading begins; null for the beginning of the file. */
  readonly from: Position | null;
  /** The first packet that the part has, which may be one of the run-up. */
  readonly first: number;
  /** Where it begins to be heard. */
  readonly begin: number;
  readonly end: number;
  /** Where the next one begins; null when there is none. */
  readonly next: Position | null;
}

/** The file is not as a whole what it begins as. */
export class BrokenSound extends Error {
  override readonly name = "BrokenSound";
}

/** What reads it throws BrokenSound where the file is broken; one that was cut short ends there. */
export interface PacketStream {
  /** Samples a second, as the stream counts them. */
  readonly rate: number;
  /** The position at which the sound begins to be heard. */
  readonly heardFrom: number;
  /** Samples before a cut that a decoder needs until it plays right. */
  readonly runUp: number;
  /** Up to which position there is sound. */
  end(): Promise<number>;
  /** The packets in order, from the run-up of the position on or from before it. */
  packets(from: Position | null): AsyncIterable<Packet>;
  /** The part as a file of its own. */
  fileOf(part: Part): Promise<SoundFile>;
}

/** The position at so many nanoseconds. Throws BrokenSound where positions are no longer whole: adding to them would change nothing. */
export function positionAt(nanoseconds: number, rate: number): number {
  const position = Math.round((nanoseconds * rate) / 1e9);
  if (!Number.isSafeInteger(position)) throw new BrokenSound();
  return position;
}

/** Milliseconds up to a position of the stream. */
export function msAt({ heardFrom, rate }: Pick<PacketStream, "heardFrom" | "rate">, position: number): number {
  return Math.round(((position - heardFrom) * 1000) / rate);
}

/** The position after the last of the packets; 0 when there are none. */
export async function endOf(packets: AsyncIterable<Packet>): Promise<number> {
  let end = 0;
  for await (const { start, samples } of inTurns(packets)) end = start + samples;
  return end;
}

/** The packets of the part, with those of its run-up. */
export async function* packetsOf(stream: PacketStream, part: Part): AsyncGenerator<Packet> {
  for await (const packet of inTurns(stream.packets(part.from))) {
    if (packet.start >= part.end) return;
    if (packet.start >= part.first) yield packet;
  }
}
