/** Whether a speech server works: it is sent a second of sound, as a part of a recording is. */
import { wavHeader } from "../../schema/pcm.ts";
import type { Clock, Ids } from "../runtime/ports.ts";
import { type FailureReason, type SoundFile, TranscriptionFailure } from "../runtime/transcriber.ts";
import type { TranscribeConfig } from "./config.ts";
import { openTranscriber } from "./index.ts";

export interface SpeechTrial {
  /** What it heard; null where it failed. */
  readonly text: string | null;
  readonly problem: FailureReason | "too_slow" | null;
}

/** Milliseconds; a server on a small machine loads its model first. */
const patience = 120_000;
const longestText = 500;

/** Tries what the settings name. Throws an Error for settings that name no server. */
export async function trySpeech(config: TranscribeConfig, clock: Clock, ids: Ids): Promise<SpeechTrial> {
  const transcriber = await openTranscriber(config, clock, ids);
  if (transcriber === null) throw new Error("There is no speech server to try.");
  const limit = new AbortController();
  const cancel = clock.timer(patience, () => limit.abort());
  try {
    const said = await transcriber.transcribe(sound(), { language: null, durationMs: 1000 }, limit.signal);
    const text = said.map((one) => one.text).join(" ");
    return { text: Array.from(text).slice(0, longestText).join(""), problem: null };
  } catch (error) {
    if (limit.signal.aborted) return { text: null, problem: "too_slow" };
    if (error instanceof TranscriptionFailure) return { text: null, problem: error.reason };
    throw error;
  } finally {
    cancel();
  }
}

/** A quiet tone that swells and fades: 16,000 samples of a second. */
function sound(): SoundFile {
  const format = { sampleRate: 16_000, channels: 1 };
  const samples = Int16Array.from({ length: format.sampleRate }, (_, at) => {
    const swell = Math.sin((Math.PI * at) / format.sampleRate);
    return Math.round(3000 * swell * Math.sin((2 * Math.PI * 220 * at) / format.sampleRate));
  });
  const data = new Uint8Array(samples.buffer);
  const header = wavHeader(format, data.byteLength);
  return {
    name: "test.wav",
    type: "audio/wav",
    bytes: header.byteLength + data.byteLength,
    async *read() {
      yield header;
      yield data;
    },
  };
}
