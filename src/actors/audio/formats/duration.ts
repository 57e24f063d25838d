/** How long an uploaded file plays, as its container says. */
import { flacMs } from "./durations/flac.ts";
import { mp3Ms } from "./durations/mp3.ts";
import { mp4Ms } from "./durations/mp4.ts";
import { oggMs } from "./durations/ogg.ts";
import type { FileBytes } from "./durations/reading.ts";
import { wavMs } from "./durations/wav.ts";
import { webmMs } from "./durations/webm.ts";

const readers: Readonly<Record<string, (file: FileBytes) => Promise<number | null>>> = {
  "audio/wav": wavMs,
  "audio/flac": flacMs,
  "audio/ogg": oggMs,
  "audio/mp4": mp4Ms,
  "audio/mpeg": mp3Ms,
  "audio/webm": webmMs,
};

/** Whole milliseconds; null when the file does not say, or says nonsense. */
export async function durationOf(type: string, file: FileBytes): Promise<number | null> {
  const milliseconds = (await readers[type]?.(file)) ?? null;
  return milliseconds !== null && Number.isFinite(milliseconds) && milliseconds >= 1 ? Math.floor(milliseconds) : null;
}
