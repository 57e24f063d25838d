/** WebM with Opus as packets. */
import { opusRate, packetSamples } from "../opus/packet.ts";
import type { AudioFile } from "../shared/file.ts";
import { isOpusHead, oggHeadPages, opusRunUp, preSkipOf, withPreSkip } from "../opus/head.ts";
import { fileOfPart, ownLengths } from "../ogg/part.ts";
import { BrokenSound, endOf, type Packet, type PacketStream, positionAt } from "../shared/packets.ts";
import { type Beginning, type Block, blocksFrom } from "../webm/blocks.ts";

const serial = 1;
/** Packets without content, of 120 and of 20 ms: decoders fade to silence (RFC 6716 §3.2.1, §3.2.5, §4.4). */
const silences = [
  { bytes: Uint8Array.of((31 << 3) | 3, 6), samples: (opusRate * 120) / 1000 },
  { bytes: Uint8Array.of(31 << 3), samples: (opusRate * 20) / 1000 },
] as const;
/** Times are rounded to whole milliseconds. */
const rounding = opusRate / 1000;
/** Of all pauses that the file leaves out: more are no pauses. */
const maxSilence = opusRate * 3600;

/** The file as packets; null when it does not begin as one with Opus. */
export async function readWebmOpus(file: AudioFile, beginning: Beginning): Promise<PacketStream | null> {
  const { track, start } = beginning;
  if (!isOpusHead(track.setup)) return null;
  const first = await firstOf(blocksFrom(file, beginning, start));
  if (first === null) return null;
  const stream: PacketStream = {
    rate: opusRate,
    heardFrom: positionOf(first) + preSkipOf(track.setup),
    runUp: opusRunUp,
    packets: (from) => withSilence(blocksFrom(file, beginning, from?.at ?? start)),
    end: () => endOf(stream.packets(null)),
    fileOf(part) {
      const pages = oggHeadPages(serial, withPreSkip(track.setup, part.begin - part.first));
      return fileOfPart(ownLengths(stream, part), { serial, pages });
    },
  };
  return stream;
}

/** The packets, and silence where the file says nothing for a while, as of microphones that are off. */
async function* withSilence(blocks: AsyncIterable<Block>): AsyncGenerator<Packet> {
  let played: number | null = null;
  let silent = 0;
  for await (const block of blocks) {
    const { bytes, entry } = block;
    const samples = packetSamples(bytes);
    const start = positionOf(block);
    silent += Math.max(0, start - (played ?? start));
    if (samples === null || silent > maxSilence) throw new BrokenSound();
    yield* silenceBetween(played ?? start, start);
    yield { start, samples, bytes, entry };
    played = start + samples;
  }
}

function* silenceBetween(from: number, to: number): Generator<Packet> {
  let at = from;
  for (const { bytes, samples } of silences) {
    for (; to - at > samples - rounding; at += samples) yield { start: at, samples, bytes, entry: null };
  }
}

function positionOf({ time }: Block): number {
  return positionAt(time, opusRate);
}

async function firstOf(blocks: AsyncIterable<Block>): Promise<Block | null> {
  for await (const block of blocks) return block;
  return null;
}
