/**
 * 16-bit PCM, little-endian, as the audio channel carries it, and the header of a WAV file that holds it. Source: "Multimedia
 * Programming Interface and Data Specifications 1.0", RIFF WAVE.
 */

export interface PcmFormat {
  readonly sampleRate: number;
  readonly channels: number;
}

/** Bytes before the first sample. */
export const wavHeaderSize = 44;
/** The most bytes of samples that the 32-bit lengths of a WAV file can say, in whole samples of any format of ours. */
export const wavMostBytes = 0xffff_ffff - 39;

/** Bytes of one sample of all channels. */
export function frameSize({ channels }: PcmFormat): number {
  return 2 * channels;
}

/** Milliseconds that so many bytes play, rounded down. */
export function pcmMs(bytes: number, format: PcmFormat): number {
  return Math.floor((bytes / frameSize(format)) * (1000 / format.sampleRate) + 1e-6);
}

/** Bytes of the whole samples before that moment. */
export function pcmBytesUntil(milliseconds: number, format: PcmFormat): number {
  return Math.floor((milliseconds * format.sampleRate) / 1000) * frameSize(format);
}

/** Names of the codings that a WAV file can have: whole numbers, those of IEEE 754, and the one that says what it is behind its other fields. */
export const wavCodings = { pcm: 1, float: 3, extensible: 0xfffe } as const;

/** What the `fmt ` chunk of a WAV file says. */
export interface WavFormat extends PcmFormat {
  /** By its number. */
  readonly coding: number;
  readonly bytesPerSecond: number;
  /** Of one sample of one channel. */
  readonly bits: number;
}

/** The content of a `fmt ` chunk; null when it is too short. */
export function readWavFormat(chunk: Uint8Array): WavFormat | null {
  if (chunk.byteLength < 16) return null;
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const named = view.getUint16(0, true);
  return {
    coding: named === wavCodings.extensible && chunk.byteLength >= 26 ? view.getUint16(24, true) : named,
    channels: view.getUint16(2, true),
    sampleRate: view.getUint32(4, true),
    bytesPerSecond: view.getUint32(8, true),
    bits: view.getUint16(14, true),
  };
}

/** The header before so many bytes of samples, which are whole numbers of 16 bits when nothing else is said. */
export function wavHeader(
  { sampleRate, channels, bits = 16, coding = wavCodings.pcm }: PcmFormat & Partial<Pick<WavFormat, "bits" | "coding">>,
  dataBytes: number,
): Uint8Array {
  const frame = (channels * bits) / 8;
  const bytes = new Uint8Array(wavHeaderSize);
  const view = new DataView(bytes.buffer);
  putText(bytes, 0, "RIFF");
  view.setUint32(4, dataBytes + wavHeaderSize - 8, true);
  putText(bytes, 8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, coding, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frame, true);
  view.setUint16(32, frame, true);
  view.setUint16(34, bits, true);
  putText(bytes, 36, "data");
  view.setUint32(40, dataBytes, true);
  return bytes;
}

/** The ASCII text of so many characters that begins there; shorter where the bytes end. */
export function textAt(bytes: Uint8Array, at: number, length = 4): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** Writes an ASCII text into the bytes. */
export function putText(bytes: Uint8Array, at: number, text: string): void {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index);
}
