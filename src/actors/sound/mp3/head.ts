/** Frames of MPEG audio, layer III. Source: ISO/IEC 11172-3 §2.4, ISO/IEC 13818-3 §2.4; version 2.5 as encoders write it. */

/** kbit/s by index, layer III: of version 1, and of versions 2 and 2.5. */
const bitRates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0],
] as const;
const sampleRates = [44_100, 48_000, 32_000, 0] as const;

/** What the four bytes that begin a frame say. */
export interface MpegFrame {
  readonly head: number;
  readonly isFirstVersion: boolean;
  readonly isMono: boolean;
  /** kbit/s */
  readonly bitRate: number;
  readonly sampleRate: number;
  /** How many samples it plays. */
  readonly samples: number;
  /** Of the whole frame, in bytes. */
  readonly size: number;
  /** Where its main data begins, behind the side information. */
  readonly mainData: number;
  /** Where encoders write what they tell of the whole file (Xing, Info, LAME), whether there is a checksum or not. */
  readonly tag: number;
}

/** Of a frame in bytes: 320 kbit/s at 32 kHz, and 160 at 8. */
export const maxFrameSize = 2881;

/** The frame whose head this is; null when it is none. Frames of a free bit rate are none. */
export function mpegFrame(head: number): MpegFrame | null {
  const [sync, version, layer] = [head >>> 21, (head >>> 19) & 3, (head >>> 17) & 3];
  if (sync !== 0x7ff || version === 1 || layer !== 1) return null;
  const isFirstVersion = version === 3;
  const bitRate = bitRates[isFirstVersion ? 0 : 1][(head >>> 12) & 15] ?? 0;
  const sampleRate = (sampleRates[(head >>> 10) & 3] ?? 0) / (isFirstVersion ? 1 : version === 2 ? 2 : 4);
  if (bitRate === 0 || sampleRate === 0) return null;
  const isMono = ((head >>> 6) & 3) === 3;
  const samples = isFirstVersion ? 1152 : 576;
  const size = Math.floor((samples * bitRate * 125) / sampleRate) + ((head >>> 9) & 1);
  const sideSize = isFirstVersion ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const mainData = (((head >>> 16) & 1) === 0 ? 6 : 4) + sideSize;
  return {
    head,
    isFirstVersion,
    isMono,
    bitRate,
    sampleRate,
    samples,
    size,
    mainData,
    tag: 4 + sideSize,
  };
}

/** The same of the four bytes there; null when there are fewer. */
export function frameAt(bytes: Uint8Array, at: number): MpegFrame | null {
  return at + 4 > bytes.byteLength
    ? null
    : mpegFrame(new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0));
}
