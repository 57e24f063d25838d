/** How loud sound is along its time. */

/** The mean loudness of each of so many equal parts, from 0 to 1, the loudest of them 1; of silence 0. */
export function levelsOf(samples: Float32Array, count: number): readonly number[] {
  const levels = Array.from({ length: count }, (_, at) => {
    const [from, to] = [at, at + 1].map((one) => Math.floor((one * samples.length) / count)) as [number, number];
    let squares = 0;
    for (let sample = from; sample < to; sample += 1) squares += (samples[sample] as number) ** 2;
    return Math.sqrt(squares / Math.max(1, to - from));
  });
  const loudest = Math.max(...levels);
  return loudest === 0 ? levels : levels.map((level) => level / loudest);
}
