/** The transcriber that the configuration names. Nothing is asked before there is something to transcribe. */
import type { Clock, Ids } from "../runtime/ports.ts";
import type { Transcriber } from "../runtime/transcriber.ts";
import { readTranscribeConfig, type TranscribeConfig } from "./config.ts";

export interface SwitchedTranscriber {
  /** The one that is asked now; null for none. */
  readonly transcriber: () => Transcriber | null;
  use(next: Transcriber | null): void;
}

/** Begins with that one. It can be exchanged while a recording is being transcribed: its next part goes to the new one. */
export function createSwitchedTranscriber(first: Transcriber | null): SwitchedTranscriber {
  let now = first;
  return { transcriber: () => now, use: (next) => void (now = next) };
}

/** Null when none is configured. Rejects with an Error that names the variable at fault. */
export async function openTranscriber(config: TranscribeConfig, clock: Clock, ids: Ids): Promise<Transcriber | null> {
  const settings = readTranscribeConfig(config);
  if (settings === null) return null;
  const [{ createTranscriber }, { post }] = await Promise.all([import("./client.ts"), import("./http.ts")]);
  return createTranscriber({ settings, post, clock, boundary: () => `dayshift-${ids.uuid()}` });
}
