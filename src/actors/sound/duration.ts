/** How long an uploaded file plays: as its container says, else by its sound. */
import { flacMs } from "./flac/duration.ts";
import { mp3Ms } from "./mp3/duration.ts";
import { mp4Ms } from "./mp4/duration.ts";
import { oggMs } from "./in-ogg/duration.ts";
import { wavMs } from "./wav/duration.ts";
import { webmMs } from "./in-webm/duration.ts";
import type { AudioFile } from "./shared/file.ts";
import { packetsIn } from "./kinds.ts";
import { BrokenSound, longestSound, msAt } from "./shared/packets.ts";
import { type Source, type Window, windowOver } from "./shared/window.ts";

const readers: Readonly<Record<string, (window: Window) => Promise<number | null>>> = {
  "audio/wav": wavMs,
  "audio/flac": flacMs,
  "audio/ogg": oggMs,
  "audio/mp4": mp4Ms,
  "audio/mpeg": mp3Ms,
  "audio/webm": webmMs,
};

/** So much is read at once: what says how long a file is stands here and there. */
const readAtOnce = 4096;

/**
 * Whole milliseconds; null when the file says nonsense or is broken. Recorders that write as they record do not know the length when they
 * write the beginning: WebM and MP4 of browsers are read to their end.
 */
export async function durationOf(type: string, source: Source): Promise<number | null> {
  try {
    const said = (await readers[type]?.(windowOver(source, readAtOnce))) ?? null;
    return wholeMs(said) ?? wholeMs(await countedMs({ type, bytes: source.size, read: piecesOf(source) }));
  } catch (error) {
    if (error instanceof BrokenSound) return null;
    throw error;
  }
}

function wholeMs(milliseconds: number | null): number | null {
  const isLength = milliseconds !== null && milliseconds >= 1 && milliseconds <= longestSound;
  return isLength ? Math.floor(milliseconds) : null;
}

/** Up to where there is sound; null when the file cannot be read packet by packet. Throws BrokenSound. */
async function countedMs(file: AudioFile): Promise<number | null> {
  const stream = await packetsIn(file);
  return typeof stream === "string" ? null : msAt(stream, await stream.end());
}

function piecesOf(source: Source): AudioFile["read"] {
  return async function* (start, end) {
    yield await source.read(start, end);
  };
}
