/** How long the first answer after something was written takes, one request at a time: what was kept of it is gone, or is older. */
import type { Bench } from "./bench.ts";
import { median } from "./stats.ts";

const firsts = 30;

/** A figure of so many first answers; `change` writes what comes before each. */
export async function measureFirsts(
  bench: Bench,
  figure: { readonly id: string; readonly group: string; readonly what: string },
  change: (at: number) => Promise<unknown>,
  ask: () => Promise<unknown>,
): Promise<void> {
  const times: number[] = [];
  for (let at = 0; at < firsts; at += 1) {
    await change(at);
    const before = performance.now();
    await ask();
    times.push(performance.now() - before);
  }
  const note = `one request at a time; at most ${Math.max(...times).toFixed(1)} ms of ${firsts}`;
  bench.add({ ...figure, value: median(times), unit: "ms", target: null, note });
}
