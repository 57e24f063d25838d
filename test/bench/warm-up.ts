/** Loads that are not counted, for a service runs for weeks: what V8 has not compiled yet is not measured. */

/** Less than this share of the cheapest round so far is cheaper. */
const cheaper = 29 / 30;

/**
 * Runs rounds, each of which answers what a request cost of each contender, until for so many of them nobody became cheaper; ten times as
 * many at most. A PATCH takes 168 µs in the first seconds of a load, and 105 after 40.
 */
export async function warmUp(rounds: number, round: () => Promise<readonly number[]>): Promise<void> {
  let least: readonly number[] = [];
  for (let count = 0, same = 0; same < rounds && count < 10 * rounds; count += 1) {
    const costs = await round();
    const isCheaper = costs.some((cost, at) => cost < (least[at] ?? Infinity) * cheaper);
    same = isCheaper ? 0 : same + 1;
    least = costs.map((cost, at) => Math.min(cost, least[at] ?? Infinity));
  }
}
