/** Three nodes of one store, of which one is killed with its folder every few seconds, until so many writes were acknowledged. */
import { startGroup } from "../machines/nodes.ts";
import { startLoad } from "../machines/clients.ts";
import { noPostgres, startPostgres } from "../helpers/postgres.ts";
import { createRandom } from "./random.ts";

/** Milliseconds between two faults. */
const pause = 3000;
const nodes = 3;
const clients = 8;
const faults = ["killed and wiped", "frozen", "stopped"] as const;

/** Answers whether nothing was lost, doubled, or behind what its client had seen. */
export async function tortureMachines(seed: number, writes: number): Promise<boolean> {
  if (noPostgres !== false) {
    console.log(`machines: skipped. ${noPostgres}`);
    return true;
  }
  const random = createRandom(seed);
  const postgres = await startPostgres();
  const group = await startGroup(postgres.database("torture"), nodes);
  const urls = group.nodes.map(({ url }) => url);
  const load = await startLoad(urls, (await group.owner()).url, clients);
  const counts = new Map<string, number>();
  try {
    while (load.acknowledged.length < writes) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const fault = faults[random.between(0, faults.length - 1)];
      const owner = await group.owner();
      if (fault === "killed and wiped") await owner.killAndWipe();
      else if (fault === "stopped") owner.signal("SIGTERM");
      else {
        owner.signal("SIGSTOP");
        await load.more(1);
        owner.signal("SIGCONT");
      }
      counts.set(`${fault}`, (counts.get(`${fault}`) ?? 0) + 1);
      await load.more(1);
    }
    await load.judge();
    const seen = [...counts].map(([fault, count]) => `${count} ${fault}`).join(", ");
    console.log(
      `machines, seed ${seed}: ${load.acknowledged.length} acknowledged, owners ${seen}; 0 lost, 0 doubled; longest pause ${Math.round(load.longestGap)} ms`,
    );
    return true;
  } catch (error) {
    console.error(`machines, seed ${seed}:`, error);
    return false;
  } finally {
    await group.stop();
    await postgres.stop();
  }
}
