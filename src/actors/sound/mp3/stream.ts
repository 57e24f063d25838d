/** MP3 as packets: its frames, of which each plays as many samples as any other. */
import type { AudioFile } from "../shared/file.ts";
import { windowOn } from "../shared/window.ts";
import { BrokenSound, type Packet, type PacketStream, type Position } from "../shared/packets.ts";
import { framesFrom, type PlacedFrame, tagEnd } from "./frames.ts";
import { fileOfPart } from "./part.ts";
import { readTag } from "./tag.ts";

/** The file as packets; null when it has no frames. */
export async function readMp3(file: AudioFile): Promise<PacketStream | null> {
  const first = await firstWhole(file);
  if (first === null) return null;
  const { samples, sampleRate: rate, head, size } = first.frame;
  const tag = readTag(first);
  const start = tag === null ? first.at : first.at + size;
  const heardFrom = tag?.heardFrom ?? 0;

  /** A cut begins with the frame at its place: what that one takes from those before is looked up when the part is made. */
  const packets = async function* (from: Position | null): AsyncGenerator<Packet> {
    const played = from === null ? 0 : (from.ms * rate) / 1000 + heardFrom;
    let position = Math.round(played / samples) * samples;
    for await (const { at, bytes } of framesFrom(file, from?.at ?? start, head)) {
      yield { start: position, samples, bytes, entry: at };
      position += samples;
    }
  };
  const stream: PacketStream = {
    rate,
    heardFrom,
    runUp: 0,
    packets,
    async end() {
      let [end, bytes] = [0, 0];
      for await (const packet of packets(null)) {
        end = packet.start + packet.samples;
        bytes += packet.bytes.byteLength;
      }
      if (bytes * 2 < file.bytes - start) throw new BrokenSound();
      return end;
    },
    fileOf: (part) => fileOfPart(file, stream, part),
  };
  return stream;
}

async function firstWhole(file: AudioFile): Promise<PlacedFrame | null> {
  for await (const frame of framesFrom(file, await tagEnd(windowOn(file)), null)) return frame;
  return null;
}
