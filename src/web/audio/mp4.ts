/**
 * Pieces of the sound of an MP4 file with AAC. Its frames lie where the tables of its `moov` say, which may stand behind them; a piece is
 * some of them as a file of ADTS, which needs nothing from elsewhere (ISO/IEC 13818-7 §6.2).
 */
import { boxAt, boxesIn, boxIn, viewOf } from "../../schema/mp4/boxes.ts";
import { type Sample, samplesIn } from "../../schema/mp4/samples.ts";
import { trackIn } from "../../schema/mp4/track.ts";
import type { PieceAt, SoundBytes } from "./cut-pieces.ts";

/** Bytes of `moov` at most: a day of sound. */
const maxMovie = 32 * 1024 * 1024;
/** Boxes that are not within others, at most. */
const maxBoxes = 100;
/** Frames of a piece: a third of a second. */
const frames = 16;

/** Null where the file has no such tables, or other sound. */
export async function piecesOfMp4(file: SoundBytes): Promise<PieceAt | null> {
  const movie = await readMovie(file);
  const track = movie && trackIn(movie);
  const headOf = track && headsOf(track.description);
  const samples = movie && headOf ? [...samplesIn(movie, track.tables)] : [];
  if (!headOf || samples.length === 0) return null;
  return async (share) => {
    const some = together(samples, Math.min(Math.floor(share * samples.length), samples.length - 1));
    const [{ at: from }, last] = [some[0] as Sample, some.at(-1) as Sample];
    const bytes = await file.read(from, last.at + last.size - from);
    return new Blob(some.flatMap(({ at, size }) => [headOf(size), bytes.subarray(at - from, at - from + size)]));
  };
}

/** Frames that lie one behind the other. */
function together(samples: readonly Sample[], first: number): readonly Sample[] {
  const some = samples.slice(first, first + frames);
  const gap = some.findIndex(
    ({ at }, one) => one > 0 && at !== (some[one - 1] as Sample).at + (some[one - 1] as Sample).size,
  );
  return gap === -1 ? some : some.slice(0, gap);
}

/** The content of `moov`. */
async function readMovie(file: SoundBytes): Promise<Uint8Array | null> {
  for (let at = 0, count = 0; at + 8 <= file.size && count < maxBoxes; count += 1) {
    const box = boxAt(await file.read(at, Math.min(16, file.size - at)), 0, file.size - at);
    if (box === null || box.end - box.start > (box.type === "moov" ? maxMovie : Infinity)) return null;
    if (box.type === "moov") return file.read(at + box.start, box.end - box.start);
    at += box.end;
  }
  return null;
}

/** Makes what stands before a frame of so many bytes, by the content of `stsd`; null when the sound is no AAC. */
function headsOf(description: Uint8Array): ((size: number) => Uint8Array<ArrayBuffer>) | null {
  const [entry] = boxesIn(description, { start: 8, end: description.byteLength });
  // Behind the entry's own fields (ISO/IEC 14496-12 §12.2.3).
  const stream = entry?.type === "mp4a" ? boxIn(description, { ...entry, start: entry.start + 28 }, "esds") : null;
  const at = stream && configIn(description.subarray(0, stream.end), stream.start + 4);
  if (at === null) return null;
  const config = viewOf(description).getUint16(at);
  const [rate, channels] = [(config >> 7) & 15, (config >> 3) & 15];
  return (size) => {
    const length = size + 7;
    const lengths = [((channels & 3) << 6) | (length >> 11), (length >> 3) & 0xff, ((length & 7) << 5) | 0x1f];
    return Uint8Array.of(0xff, 0xf1, 0x40 | (rate << 2) | (channels >> 2), ...lengths, 0xfc);
  };
}

/** Bytes of a descriptor before those within it, by its tag (ISO/IEC 14496-1 §7.2.6). */
const ownBytes: Readonly<Record<number, number>> = { 3: 3, 4: 13 };

/** Where what configures the decoder begins, in descriptors one within the other. */
function configIn(bytes: Uint8Array, start: number): number | null {
  for (let at = start; at + 4 <= bytes.length;) {
    const tag = bytes[at] as number;
    do at += 1;
    while ((bytes[at] ?? 0) >= 0x80); // the length
    at += 1;
    if (tag === 5) return at + 2 <= bytes.length ? at : null;
    const own = ownBytes[tag];
    if (own === undefined) return null;
    at += own;
  }
  return null;
}
