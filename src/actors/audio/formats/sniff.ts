/** What kind of audio file these bytes begin. Source: WHATWG MIME Sniffing §6.2, and the formats' own pages. */

const signatures: readonly (readonly [type: string, matches: (bytes: Uint8Array) => boolean])[] = [
  ["audio/wav", (bytes) => says(bytes, 0, "RIFF") && says(bytes, 8, "WAVE")],
  ["audio/flac", (bytes) => says(bytes, 0, "fLaC")],
  ["audio/ogg", (bytes) => says(bytes, 0, "OggS")],
  ["audio/webm", (bytes) => says(bytes, 0, "\u001aE\u00df\u00a3")],
  ["audio/mp4", (bytes) => says(bytes, 4, "ftyp")],
  ["audio/mpeg", (bytes) => says(bytes, 0, "ID3") || isMpegFrame(bytes)],
];

/** The media type; null when it is none of the kinds we take. */
export function sniff(bytes: Uint8Array): string | null {
  return signatures.find(([, matches]) => matches(bytes))?.[0] ?? null;
}

function says(bytes: Uint8Array, at: number, text: string): boolean {
  if (bytes.byteLength < at + text.length) return false;
  for (let index = 0; index < text.length; index++) if (bytes[at + index] !== text.charCodeAt(index)) return false;
  return true;
}

/** The head of a frame of MPEG audio, layer III: eleven set bits, a version, a bit rate and a sample rate that exist. */
function isMpegFrame([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return false;
  const [version, layer] = [(second >> 3) & 3, (second >> 1) & 3];
  const [bitRate, sampleRate] = [third >> 4, (third >> 2) & 3];
  return version !== 1 && layer === 1 && bitRate !== 0 && bitRate !== 15 && sampleRate !== 3;
}
