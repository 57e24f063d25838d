/** Ogg with Opus or Vorbis: the position of the last page by the sample rate of the first packet. */
import { lastPage, mostPageSize } from "../ogg.ts";
import { opusRate } from "../opus.ts";
import { type FileBytes, textAt, viewAt } from "./reading.ts";

/** The length of the sound in milliseconds, not yet judged; null when the file does not say. */
export async function oggMs(file: FileBytes): Promise<number | null> {
  const start = Math.max(0, file.size - 2 * mostPageSize);
  const last = lastPage(await file.read(start, file.size));
  const head = await viewAt(file, 28, 19);
  if (last === null) return null;
  if (textAt(head, 0, 8) === "OpusHead") return ((last.page.granule - head.getUint16(10, true)) * 1000) / opusRate;
  return textAt(head, 1, 6) === "vorbis" ? (last.page.granule * 1000) / head.getUint32(12, true) : null;
}
