/**
 * Three nodes of one store, of which one is killed, frozen or cut off, from the store or from the others, every few seconds, until so many writes were acknowledged: one owns
 * all of it and the others wait, or each has its share and answers.
 */
import { type Load, startLoad } from "../machines/clients.ts";
import { createNetwork, type Network, type State } from "../machines/network.ts";
import { type Group, type NodeProcess, startGroup } from "../machines/nodes.ts";
import { cut } from "../machines/sessions.ts";
import { noPostgres, type Postgres, startPostgres } from "../helpers/postgres.ts";
import { createRandom, type Random } from "./random.ts";

/** Milliseconds between two faults. */
const pause = 5000;
const nodes = 3;
const clients = 32;
/** Of nodes that all answer; where one owns all, all clients write to one. */
const workspaces = 8;
/** So many writes are acknowledged before the next fault: the service has recovered, on a busy machine too. */
const recovered = 2 * clients;
const database = "torture";
/** As it is by default: a machine that is busy with other things may well be silent for a second. */
const leaseSeconds = "5";

interface Scene {
  readonly group: Group;
  readonly load: Load;
  readonly postgres: Postgres;
  /** One that owns. */
  readonly owner: NodeProcess;
  /** Another one, which waits where one owns all. */
  readonly other: NodeProcess;
}

async function freeze(node: NodeProcess, load: Load): Promise<void> {
  node.signal("SIGSTOP");
  await load.more(1);
  node.signal("SIGCONT");
}

/** It reaches no other node, and none reaches it, for longer than clients wait for an answer: until so many more writes were acknowledged. */
async function divide(network: Network, { group, owner, load }: Scene): Promise<void> {
  const divided = group.nodes.indexOf(owner);
  const set = async (state: State): Promise<void> => {
    for (const at of group.nodes.keys())
      if (at !== divided) await Promise.all([network.set(at, divided, state), network.set(divided, at, state)]);
  };
  await set("refused");
  await load.more(recovered);
  await set("open");
}

type Faults = Readonly<Record<string, (scene: Scene) => Promise<void> | void>>;

/** What happens, by its name. */
const faults: Faults = {
  "owner killed and wiped": ({ owner }) => owner.killAndWipe(),
  "owner killed with its folder left": ({ owner }) => owner.signal("SIGKILL"),
  "owner frozen": ({ owner, load }) => freeze(owner, load),
  "owner stopped": ({ owner }) => owner.signal("SIGTERM"),
  "owner cut from its lease": ({ postgres }) => cut(postgres, database, "lease"),
  "owner cut from its appends": ({ postgres }) => cut(postgres, database, "append"),
  "another node killed and wiped": ({ other }) => other.killAndWipe(),
  "both at once": async ({ owner, other }) => void (await Promise.all([owner.killAndWipe(), other.killAndWipe()])),
  "PostgreSQL ended": ({ postgres }) => postgres.restart(),
};

export interface Length {
  readonly writes: number;
  readonly seconds: number;
}

/** Answers whether nothing was lost, doubled, or behind what its client had seen, before so many seconds were over. */
export async function tortureMachines(seed: number, isShared: boolean, { writes, seconds }: Length): Promise<boolean> {
  if (noPostgres !== false) {
    console.log(`machines: skipped. ${noPostgres}`);
    return true;
  }
  const postgres = await startPostgres();
  const network = isShared ? await createNetwork(nodes) : null;
  const group = await startGroup(postgres.database(database), nodes, async () => ({
    DAYSHIFT_LEASE_SECONDS: leaseSeconds,
    ...(await network?.settings()),
  }));
  const urls = group.nodes.map(({ url }) => url);
  const load = await startLoad(urls, (await group.owner()).url, clients, isShared ? workspaces : 1);
  try {
    const end = performance.now() + seconds * 1000;
    const counts = await disturb({ group, load, postgres }, faultsWith(network), createRandom(seed), () => {
      return load.writes < writes && performance.now() < end;
    });
    await load.judge();
    const seen = [...counts].map(([fault, count]) => `${fault} ${count}`).join(", ");
    console.log(
      `machines, seed ${seed}: ${load.writes} acknowledged, ${seen}; 0 lost, 0 doubled, 0 reads behind; longest pause ${Math.round(load.longestGap)} ms`,
    );
    return true;
  } catch (error) {
    console.error(`machines, seed ${seed}, after ${load.writes} acknowledged:`, error);
    for (const { name, statuses, lastWords } of group.nodes)
      console.error(`node ${name}, which ended with ${statuses.slice(-10).join(", ")}:\n${lastWords()}`);
    return false;
  } finally {
    await group.stop();
    await network?.close();
    await postgres.stop();
  }
}

/** With those between nodes that all answer; where one owns all, they do not ask each other. */
function faultsWith(network: Network | null): Faults {
  if (network === null) return faults;
  return { ...faults, "owner divided from the other nodes": (scene) => divide(network, scene) };
}

/** One fault after the other while it is to go on; the answer counts them. */
async function disturb(
  scene: Omit<Scene, "owner" | "other">,
  offered: Faults,
  random: Random,
  goesOn: () => boolean,
): Promise<Map<string, number>> {
  const { group, load } = scene;
  const names = Object.keys(offered);
  const counts = new Map<string, number>();
  for (let n = 1; goesOn() && !load.hasFaults; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const name = names[random.between(0, names.length - 1)] as string;
    const owner = await anOwner(group, random);
    const others = group.nodes.filter((node) => node !== owner);
    const other = others[random.between(0, others.length - 1)] as NodeProcess;
    await offered[name]?.({ ...scene, owner, other });
    await load.more(recovered);
    if (load.hasFaults) process.stderr.write(`machines: the last fault was: ${name}\n`);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (n % 10 === 0) process.stderr.write(`machines: ${load.writes} acknowledged, ${n} faults\n`);
  }
  return counts;
}

/** Of those that take requests, any. */
async function anOwner(group: Group, random: Random): Promise<NodeProcess> {
  const first = await group.owner();
  const ready: NodeProcess[] = [];
  for (const node of group.nodes) if (await node.isReady()) ready.push(node);
  return ready[random.between(0, ready.length - 1)] ?? first;
}
