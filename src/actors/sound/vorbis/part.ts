/** A part of Vorbis as an Ogg file of its own. */
import type { TimedPacket } from "../ogg/page.ts";
import type { SoundFile } from "../../runtime/transcriber.ts";
import { fileOfPart } from "../ogg/part.ts";
import { BrokenSound, packetsOf, type PacketStream, type Part } from "../shared/packets.ts";
import type { Vorbis } from "./setup.ts";

/** The file of the part, with the packet at its end that a decoder needs for the sound of the one before. */
export function vorbisPart(stream: PacketStream, part: Part, vorbis: Vorbis, serial: number): Promise<SoundFile> {
  const pages = vorbis.headPages(serial);
  return fileOfPart(() => packetsThrough(stream, part, vorbis), { serial, pages });
}

async function* packetsThrough(stream: PacketStream, part: Part, { advance }: Vorbis): AsyncGenerator<TimedPacket> {
  let before: Uint8Array | null = null;
  let left = part.end - part.begin;
  for await (const { bytes } of packetsOf(stream, { ...part, end: part.end + 1 })) {
    const samples = advance(bytes, before);
    if (samples === null) throw new BrokenSound();
    yield { bytes, samples: Math.min(samples, left) };
    left -= Math.min(samples, left);
    before = bytes;
  }
}
