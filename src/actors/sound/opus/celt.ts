/** How loud a frame of CELT is: by the coarse energy of its bands. Source: RFC 6716 §4.3, §4.3.2.1. */
import { energyModels } from "./energy-models.ts";
import { type RangeDecoder, rangeDecoder } from "./range.ts";

/** Energies of the bands by channel as the frame before left them: logarithms to base 2, counted from what is usual in the band. */
export type Energies = readonly [number[], number[]];

export interface CeltForm {
  /** 0 to 3 for 2.5 to 20 ms. */
  readonly length: number;
  readonly bands: number;
  readonly channels: number;
}

const usual = [
  6.4375, 6.25, 5.75, 5.3125, 5.0625, 4.8125, 4.5, 4.375, 4.875, 4.6875, 4.5625, 4.4375, 4.875, 4.625, 4.3125, 4.5,
  4.375, 4.625, 4.75, 4.4375, 3.75,
] as const;
/** By frame length: the share that a frame takes from the one before, and what a band does not take from the one before. */
const fromFrame = [29_440, 26_112, 21_248, 16_384].map((share) => share / 32_768);
const notFromBand = [30_147, 22_282, 12_124, 6_554].map((share) => share / 32_768);
const notFromBandAlone = 4_915 / 32_768;
const silent = -28;
const leastBefore = -9;
const tapsets = [2, 1, 1];
const small = [2, 1, 1];

/** Before the first frame. */
export function noEnergies(): Energies {
  return [usual.map(() => 0), usual.map(() => 0)];
}

/** A logarithm to base 2, 0 for silence. Keeps the energies of the frame. */
export function celtLevel(frame: Uint8Array, form: CeltForm, energies: Energies): number {
  const { bands, channels } = form;
  const decoder = rangeDecoder(frame);
  const [left, right] = energies;
  if (decoder.left() <= 0 || decoder.isRare(15)) {
    for (const energy of energies) energy.fill(silent);
    return 0;
  }
  if (channels === 1) left.forEach((energy, band) => (left[band] = Math.max(energy, right[band] as number)));
  readEnergies(decoder, form, energies);
  if (channels === 1) left.forEach((energy, band) => (right[band] = energy));
  let power = 0;
  for (const energy of energies.slice(0, channels)) {
    for (let band = 0; band < bands; band += 1) power += 4 ** ((energy[band] as number) + (usual[band] as number));
  }
  return Math.max(0, Math.log2(power / channels) / 2);
}

function readEnergies(decoder: RangeDecoder, { length, bands, channels }: CeltForm, energies: Energies): void {
  const unread = skipFilter(decoder);
  const left = (): number => decoder.left() - unread;
  if (length > 0 && left() >= 3) decoder.isRare(3);
  const isAlone = left() >= 3 && decoder.isRare(3);
  const model = energyModels[length]?.[isAlone ? "alone" : "following"] as readonly number[];
  const share = isAlone ? 0 : (fromFrame[length] as number);
  const kept = 1 - (isAlone ? notFromBandAlone : (notFromBand[length] as number));
  const heard = energies.slice(0, channels);
  const fromBand = [0, 0];
  for (let band = 0; band < bands; band += 1) {
    for (const [channel, energy] of heard.entries()) {
      const step = energyStep(decoder, left(), model[2 * band] as number, model[2 * band + 1] as number);
      const before = fromBand[channel] as number;
      energy[band] = Math.max(silent, share * Math.max(leastBefore, energy[band] as number) + before + step);
      fromBand[channel] = before + kept * step;
    }
  }
}

/** How many bits of the pitch filter stand at the end of the frame. */
function skipFilter(decoder: RangeDecoder): number {
  if (decoder.left() < 16 || !decoder.isRare(1)) return 0;
  const unread = 4 + decoder.uniform(6) + 3;
  if (decoder.left() - unread >= 2) decoder.symbol(tapsets);
  return unread;
}

/** Where few bits are left, only small steps are coded. */
function energyStep(decoder: RangeDecoder, left: number, asExpected: number, decay: number): number {
  if (left >= 15) return decoder.laplace(asExpected << 7, decay << 6);
  if (left >= 2) return [0, -1, 1][decoder.symbol(small)] as number;
  return left >= 1 && !decoder.isRare(1) ? 0 : -1;
}
