/** Numbers of any count of bits, the first bit first; what is missing reads as zero. */
export interface Bits {
  /** The next so many bits, at most 24. */
  take(count: number): number;
  skip(count: number): void;
  /** Goes on with the next whole byte. */
  align(): void;
}

/** The bits from that byte on. */
export function bitsOf(bytes: Uint8Array, from: number): Bits {
  let at = from * 8;
  return {
    take(count) {
      let value = 0;
      for (let bit = at; bit < at + count; bit += 1) {
        value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
      }
      at += count;
      return value;
    },
    skip(count) {
      at += count;
    },
    align() {
      at = Math.ceil(at / 8) * 8;
    },
  };
}
