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

/** The header before so many bytes of samples. */
export function wavHeader(format: PcmFormat, dataBytes: number): Uint8Array {
  const { sampleRate, channels } = format;
  const bytes = new Uint8Array(wavHeaderSize);
  const view = new DataView(bytes.buffer);
  putText(bytes, 0, "RIFF");
  view.setUint32(4, dataBytes + wavHeaderSize - 8, true);
  putText(bytes, 8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frameSize(format), true);
  view.setUint16(32, frameSize(format), true);
  view.setUint16(34, 16, true);
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
