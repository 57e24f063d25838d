/** How long an uploaded file plays, as its container says. */
import { flacMs } from "./flac/duration.ts";
import { mp3Ms } from "./mp3/duration.ts";
import { mp4Ms } from "./mp4/duration.ts";
import { oggMs } from "./ogg/duration.ts";
import { wavMs } from "./wav/duration.ts";
import { webmMs } from "./webm/duration.ts";
import { BrokenSound } from "./packets.ts";
import { type Source, type Window, windowOver } from "./window.ts";

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

/** Whole milliseconds; null when the file does not say, says nonsense or is broken. */
export async function durationOf(type: string, source: Source): Promise<number | null> {
  try {
    const milliseconds = (await readers[type]?.(windowOver(source, readAtOnce))) ?? null;
    const isSaid = milliseconds !== null && Number.isFinite(milliseconds) && milliseconds >= 1;
    return isSaid ? Math.floor(milliseconds) : null;
  } catch (error) {
    if (error instanceof BrokenSound) return null;
    throw error;
  }
}
