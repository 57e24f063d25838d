/** How loud a frame is that begins with SILK: by the first gain in it. Source: RFC 6716 §4.2.3 to §4.2.7.4. */
import { type RangeDecoder, rangeDecoder } from "./range.ts";

const inactiveTypes = [26, 230];
const activeTypes = [24, 74, 148, 10];
/** The upper three of the six bits of a gain: without speech, unvoiced and voiced. */
const upperBits = [
  [32, 112, 68, 29, 12, 1, 1, 1],
  [2, 17, 45, 60, 62, 47, 19, 4],
  [1, 3, 26, 71, 94, 50, 9, 2],
] as const;
const stereoWeights = [7, 2, 1, 1, 1, 10, 24, 8, 1, 1, 3, 23, 92, 23, 3, 1, 1, 8, 24, 10, 1, 1, 1, 2, 7];
const thirds = [85, 86, 85];
const fifths = [51, 51, 52, 51, 51];
const sideIsThere = [192, 64];
const highest = 63;
/** A step of the gain is 1.37 dB (§4.2.7.4). */
const octaves = 1.368 / 6.02;

interface Channel {
  /** Its first frame has speech. */
  readonly isActive: boolean;
  /** It has frames of the packet before, in case that one is lost. */
  readonly hasRepeats: boolean;
}

/** A logarithm to base 2, 0 for silence. `count` says of how many frames of SILK it is made. */
export function silkLevel(frame: Uint8Array, count: number, isStereo: boolean): number {
  const decoder = rangeDecoder(frame);
  const middle = channelIn(decoder, count);
  const side = isStereo ? channelIn(decoder, count) : null;
  // Only speech is repeated, and what is repeated comes first.
  if (middle.hasRepeats || side?.hasRepeats === true) return highest * octaves;
  if (side !== null) skipStereo(decoder, side.isActive);
  const type = middle.isActive ? decoder.symbol(activeTypes) + 2 : decoder.symbol(inactiveTypes);
  const upper = decoder.symbol(upperBits[type >> 1] as readonly number[]);
  return (8 * upper + decoder.uniform(8)) * octaves;
}

function channelIn(decoder: RangeDecoder, count: number): Channel {
  const isActive = decoder.isRare(1);
  for (let frame = 1; frame < count; frame += 1) decoder.isRare(1);
  return { isActive, hasRepeats: decoder.isRare(1) };
}

function skipStereo(decoder: RangeDecoder, hasSide: boolean): void {
  decoder.symbol(stereoWeights);
  for (let weight = 0; weight < 2; weight += 1) {
    decoder.symbol(thirds);
    decoder.symbol(fifths);
  }
  if (!hasSide) decoder.symbol(sideIsThere);
}
