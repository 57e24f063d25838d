/** What kind of audio file these bytes begin. Source: WHATWG MIME Sniffing §6.2, and the formats' own pages. */
import { textAt } from "../../schema/pcm.ts";
import { frameAt } from "./mp3/head.ts";

const signatures: readonly (readonly [type: string, matches: (bytes: Uint8Array) => boolean])[] = [
  ["audio/wav", (bytes) => textAt(bytes, 0) === "RIFF" && textAt(bytes, 8) === "WAVE"],
  ["audio/flac", (bytes) => textAt(bytes, 0) === "fLaC"],
  ["audio/ogg", (bytes) => textAt(bytes, 0) === "OggS"],
  ["audio/webm", (bytes) => textAt(bytes, 0) === "\u001aE\u00df\u00a3"],
  ["audio/mp4", (bytes) => textAt(bytes, 4) === "ftyp"],
  ["audio/mpeg", (bytes) => textAt(bytes, 0, 3) === "ID3" || frameAt(bytes, 0) !== null],
];

/** The media type; null when it is none of the kinds we take. */
export function sniff(bytes: Uint8Array): string | null {
  return signatures.find(([, matches]) => matches(bytes))?.[0] ?? null;
}
