/** The sound of an MP4 file as packets, whatever it is coded in. */
import type { AudioFile } from "../shared/file.ts";
import { BrokenSound, type PacketStream } from "../shared/packets.ts";
import { inTurns } from "../shared/turns.ts";
import { windowBytes, windowOn } from "../shared/window.ts";
import { boxOf } from "./boxes.ts";
import { fragmentSamples } from "./fragments.ts";
import { fileOfPart } from "./part.ts";
import { type Sample, samplesIn } from "../../../schema/mp4/samples.ts";
import { type Track, trackIn } from "../../../schema/mp4/track.ts";

/** What describes a day of sound and two hours of video is smaller. */
const maxMoov = 32 << 20;
const maxSampleSize = 1 << 20;
/** Milliseconds that a decoder hears before a cut, so that what overlaps is whole. */
const runUpMs = 100;

/** A sample, and where reading may begin with it. */
interface Entry extends Sample {
  readonly entry: number | null;
}

/** The file as packets; null when there is no sound in it, or it is broken. */
export async function readMp4(file: AudioFile): Promise<PacketStream | null> {
  const moov = await moovOf(file);
  const track = moov === null ? null : trackIn(moov);
  if (moov === null || track === null) return null;
  const { rate, heardFrom } = track;
  const runUp = Math.ceil((rate * runUpMs) / 1000);
  const stream: PacketStream = {
    rate,
    heardFrom,
    runUp,
    async *packets(from) {
      const window = windowOn(file);
      const earliest = from === null ? 0 : heardFrom + ((from.ms - 1) * rate) / 1000 - runUp;
      for await (const sample of samplesFrom(file, moov, track, { at: from?.at ?? 0, earliest })) {
        const bytes = await window.bytes(sample.at, sample.size);
        if (bytes.byteLength < sample.size) return;
        yield { start: sample.start, samples: Math.max(1, sample.duration), bytes, entry: sample.entry };
      }
    },
    async end() {
      let [end, bytes, before, jumps] = [0, 0, 0, 0];
      const samples = samplesFrom(file, moov, track, { at: 0, earliest: 0 });
      for await (const { at, size, start, duration } of inTurns(samples)) {
        if (at + size > file.bytes) break;
        if (at < before || at > before + windowBytes) jumps += 1;
        [end, bytes, before] = [start + duration, bytes + size, at + size];
        if (bytes > file.bytes || jumps * windowBytes > maxReading(file)) throw new BrokenSound();
      }
      return end;
    },
    fileOf: (part) => fileOfPart(stream, part, track.description),
  };
  return stream;
}

/** Bytes that may be read where sound and pictures take turns; a file that jumps back and forth would never end. */
function maxReading({ bytes }: AudioFile): number {
  return 16 * bytes + 256 * windowBytes;
}

async function moovOf(file: AudioFile): Promise<Uint8Array | null> {
  const window = windowOn(file);
  const moov = await boxOf(window, "moov", { start: 0, end: window.size });
  const size = moov === null ? 0 : moov.end - moov.start;
  return moov === null || size > maxMoov ? null : window.bytes(moov.start, size);
}

/** Those of the tables, else those of the fragments; with none that begins before `earliest`. */
async function* samplesFrom(
  file: AudioFile,
  moov: Uint8Array,
  track: Track,
  { at, earliest }: { readonly at: number; readonly earliest: number },
): AsyncGenerator<Entry> {
  let isInTables = false;
  for (const sample of samplesIn(moov, track.tables)) {
    isInTables = true;
    if (isWanted(sample, earliest)) yield { ...sample, entry: 0 };
  }
  if (isInTables) return;
  for await (const sample of fragmentSamples(file, track, at)) {
    if (isWanted(sample, earliest)) yield { ...sample, entry: sample.isFirst ? sample.fragment : null };
  }
}

/** Samples without bytes only let time pass. Throws BrokenSound when it is too large for sound. */
function isWanted({ start, size }: Sample, earliest: number): boolean {
  if (size > maxSampleSize) throw new BrokenSound();
  return size > 0 && start >= earliest;
}
