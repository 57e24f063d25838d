/** How loud sound is along its time. */

/** The mean loudness of each of so many equal parts, from 0 to 1, the loudest of them 1; of silence 0. */
export function levelsOf(samples: Float32Array, count: number): readonly number[] {
  const levels = Array.from({ length: count }, (_, at) => {
    const [from, to] = [at, at + 1].map((one) => Math.floor((one * samples.length) / count)) as [number, number];
    return loudnessOf(samples.subarray(from, to));
  });
  return ofLoudest(levels);
}

/** The root of the mean of the squares; of nothing 0. */
export function loudnessOf(samples: Float32Array): number {
  let squares = 0;
  for (const sample of samples) squares += sample ** 2;
  return Math.sqrt(squares / Math.max(1, samples.length));
}

/** Each as a share of the loudest. */
export function ofLoudest(levels: readonly number[]): readonly number[] {
  const loudest = Math.max(...levels);
  return loudest === 0 ? levels : levels.map((level) => level / loudest);
}
