/** Sound that the service does not take any more, as a file for the person. */
import { pcmMs, wavHeader } from "../../schema/pcm.ts";
import { saveFile } from "../parts/save-file.ts";
import type { HeldSound } from "./device.ts";
import type { Block } from "./outbox.ts";

/** Milliseconds of a block. */
export function lengthOf(block: Block, sampleRate: number): number {
  return pcmMs(block.byteLength, { sampleRate, channels: 1 });
}

export function saveSound({ blocks, sampleRate, captureId }: HeldSound): void {
  const bytes = blocks.reduce((sum, block) => sum + block.byteLength, 0);
  const header = wavHeader({ sampleRate, channels: 1 }, bytes).slice();
  saveFile(new Blob([header, ...blocks], { type: "audio/wav" }), `recording-${captureId.slice(-12)}.wav`);
}
