/** Numbers out of samples. */

/** The value below which the given share (0 to 1) of the samples lies, by nearest rank; NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The middle sample, or the mean of the two in the middle; NaN without samples. */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return (upper + lower) / 2;
}

/** The slowest part of a load is what its p99 tells; its middle is p50. Both in the unit of the samples. */
export interface Spread {
  readonly p50: number;
  readonly p99: number;
}

/** Median and 99th percentile. */
export function spreadOf(samples: readonly number[]): Spread {
  return { p50: percentile(samples, 0.5), p99: percentile(samples, 0.99) };
}
