/** Reads symbols that are coded by their probability, from the beginning of an Opus frame. Source: RFC 6716 §4.1. */

export interface RangeDecoder {
  /** The index of a symbol, by how often each one occurs. */
  symbol(frequencies: readonly number[]): number;
  /** One of so many that are equally likely, at most 256. */
  uniform(count: number): number;
  /** Whether that is so which is so once in 2^bits. */
  isRare(bits: number): boolean;
  /** A number around 0: how often of 32768 it is 0, and which share of 16384 each number has of the one before (§4.3.2.1). */
  laplace(ofZero: number, decay: number): number;
  /** Bits of the frame that are not read yet; below 0 past its end. */
  left(): number;
}

/** The range is kept above this. */
const leastRange = 2 ** 23;
const mostRange = 2 ** 31;
const laplaceTotal = 32_768;

/** What is missing at the end of the frame reads as zero. */
export function rangeDecoder(frame: Uint8Array): RangeDecoder {
  let last = frame[0] ?? 0;
  let [at, range, value] = [1, 128, 127 - (last >> 1)];

  function normalize(): void {
    for (; range <= leastRange; range *= 256) {
      const byte = frame[at] ?? 0;
      value = (value * 256 + 255 - (((last << 7) | (byte >> 1)) & 255)) % mostRange;
      last = byte;
      at += 1;
    }
  }

  /** Where of so many the next symbol lies. */
  function find(total: number): number {
    return total - Math.min(total, Math.floor(value / Math.floor(range / total)) + 1);
  }

  function take(from: number, to: number, total: number): void {
    const unit = Math.floor(range / total);
    value -= unit * (total - to);
    range = from > 0 ? unit * (to - from) : range - unit * (total - to);
    normalize();
  }

  normalize();
  return {
    symbol(frequencies) {
      const total = frequencies.reduce((sum, frequency) => sum + frequency, 0);
      const found = find(total);
      let [index, from, to] = [0, 0, frequencies[0] as number];
      while (to <= found) {
        index += 1;
        [from, to] = [to, to + (frequencies[index] as number)];
      }
      take(from, to, total);
      return index;
    },
    uniform(count) {
      const found = find(count);
      take(found, found + 1, count);
      return found;
    },
    isRare(bits) {
      const total = 2 ** bits;
      const isLast = find(total) === total - 1;
      take(isLast ? total - 1 : 0, isLast ? total : total - 1, total);
      return isLast;
    },
    laplace(ofZero, decay) {
      const found = find(laplaceTotal);
      const { number, from, to } = laplaceAt(found, ofZero, decay);
      take(from, Math.min(to, laplaceTotal), laplaceTotal);
      return number;
    },
    left: () => 8 * (frame.byteLength - at) + 31 - Math.clz32(range),
  };
}

/** Which number lies there, and from where to where it reaches. Negative ones come before positive ones. */
function laplaceAt(found: number, ofZero: number, decay: number): { number: number; from: number; to: number } {
  if (found < ofZero) return { number: 0, from: 0, to: ofZero };
  let [size, from] = [1, ofZero];
  // The sixteen numbers on either side of 0 have at least one each.
  let frequency = (((laplaceTotal - 32 - ofZero) * (16_384 - decay)) >> 15) + 1;
  for (; frequency > 1 && found >= from + 2 * frequency; size += 1) {
    from += 2 * frequency;
    frequency = (((2 * frequency - 2) * decay) >> 15) + 1;
  }
  if (frequency === 1) {
    const further = (found - from) >> 1;
    size += further;
    from += 2 * further;
  }
  return found < from + frequency
    ? { number: -size, from, to: from + frequency }
    : { number: size, from: from + frequency, to: from + 2 * frequency };
}
