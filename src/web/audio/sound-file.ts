/** Sound and notes that the service does not take any more, as files for the person. */
import { pcmMs, wavHeader } from "../../schema/pcm.ts";
import { saveFile } from "../parts/save-file.ts";
import type { TimedNote } from "../store/recording.ts";
import { lineOf } from "./channel.ts";
import type { Block } from "./outbox.ts";

/** Milliseconds of a block. */
export function lengthOf(block: Block, sampleRate: number): number {
  return pcmMs(block.byteLength, { sampleRate, channels: 1 });
}

/** Gives the person the blocks as a file that is named after the moment at which they begin. */
export function saveSound(startedAt: string, sampleRate: number, blocks: readonly Block[]): void {
  const bytes = blocks.reduce((sum, block) => sum + block.byteLength, 0);
  const header = wavHeader({ sampleRate, channels: 1 }, bytes).slice();
  saveFile(new Blob([header, ...blocks], { type: "audio/wav" }), `${nameOf(startedAt)}.wav`);
}

/** Gives the person the notes as a file of the same name. */
export function saveNotes(startedAt: string, notes: readonly TimedNote[]): void {
  saveFile(new Blob([notes.map(lineOf).join("\n")], { type: "text/plain" }), `${nameOf(startedAt)}.txt`);
}

function nameOf(startedAt: string): string {
  return `recording-${startedAt.slice(0, 19).replaceAll(":", "-")}`;
}
