/** WAV: the length of the `data` chunk by the bytes a second of the `fmt ` chunk. */
import { type FileBytes, textAt, viewAt } from "./reading.ts";

const mostChunks = 64;

/** The length of the sound in milliseconds, not yet judged; null when the file does not say. */
export async function wavMs(file: FileBytes): Promise<number | null> {
  let bytesPerSecond = 0;
  let at = 12;
  for (let chunk = 0; chunk < mostChunks && at < file.size; chunk++) {
    const head = await viewAt(file, at, 24);
    const [name, length] = [textAt(head, 0, 4), head.getUint32(4, true)];
    if (name === "fmt ") bytesPerSecond = head.getUint32(16, true);
    if (name === "data") return (Math.min(length, file.size - at - 8) * 1000) / bytesPerSecond;
    at += 8 + length + (length % 2);
  }
  return null;
}
