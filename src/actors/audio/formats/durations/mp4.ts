/** MP4 and M4A: duration by time scale in `moov/mvhd`. Source: ISO/IEC 14496-12 §8.2.2. */
import { type FileBytes, textAt, viewAt } from "./reading.ts";

const mostBoxes = 1000;

/** The length of the sound in milliseconds, not yet judged; null when the file does not say. */
export async function mp4Ms(file: FileBytes): Promise<number | null> {
  const movie = await find(file, "moov", 0, file.size);
  const header = movie && (await find(file, "mvhd", movie.start, movie.end));
  if (!header) return null;
  const view = await viewAt(file, header.start, 32);
  if (view.getUint8(0) === 1) return (Number(view.getBigUint64(24)) * 1000) / view.getUint32(20);
  return (view.getUint32(16) * 1000) / view.getUint32(12);
}

interface Box {
  readonly start: number;
  readonly end: number;
}

/** The content of the first box of that name between two places. */
async function find(file: FileBytes, name: string, from: number, until: number): Promise<Box | null> {
  let at = from;
  for (let box = 0; box < mostBoxes && at + 8 <= until; box++) {
    const head = await viewAt(file, at, 16);
    const short = head.getUint32(0);
    const [size, headSize] = short === 1 ? [Number(head.getBigUint64(8)), 16] : [short === 0 ? until - at : short, 8];
    if (size < headSize) return null;
    if (textAt(head, 4, 4) === name) return { start: at + headSize, end: Math.min(until, at + size) };
    at += size;
  }
  return null;
}
