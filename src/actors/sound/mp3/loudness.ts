/** How loud a frame of MP3 is, by its side information: each granule of a channel says how its values are scaled. */
import type { MpegFrame } from "./head.ts";
import { bitsOf } from "../bits.ts";

/** The sum over its granules, without decoding any (ISO/IEC 11172-3 §2.4.1.7, §2.4.3.4; ISO/IEC 13818-3 §2.4.1.7). */
export function loudnessOf(frame: MpegFrame, bytes: Uint8Array): number {
  const { isFirstVersion, isMono } = frame;
  const bits = bitsOf(bytes, frame.sideInformation);
  const channels = isMono ? 1 : 2;
  const granules = isFirstVersion ? 2 : 1;
  bits.skip(isFirstVersion ? 9 + (isMono ? 5 : 3) + 4 * channels : 8 + (isMono ? 1 : 2));
  let loudness = 0;
  for (let granule = 0; granule < granules * channels; granule += 1) {
    const length = bits.take(12);
    bits.skip(9);
    const gain = bits.take(8);
    bits.skip(isFirstVersion ? 30 : 34);
    if (length > 0) loudness += 2 ** (gain / 4);
  }
  return (loudness * frame.samples) / (granules * channels);
}
