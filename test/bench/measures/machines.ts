/** What several machines cost: a write whose commit goes to PostgreSQL, and the time in which nobody answers after the owner has gone. Skipped without PostgreSQL. */
import { randomBytes } from "node:crypto";
import { noPostgres, type Postgres, startPostgres } from "../../helpers/postgres.ts";
import { startLoad } from "../../machines/clients.ts";
import { type NodeProcess, startGroup } from "../../machines/nodes.ts";
import type { Bench } from "../bench.ts";
import { signIn } from "../client.ts";
import { requestText } from "../http-text.ts";
import { compare, type Contender, type Outcome } from "../rounds.ts";
import { seedWorkspace } from "../seed.ts";
import { median } from "../stats.ts";
import { connections } from "../versus-bare.ts";
import { creations } from "./writes.ts";

const group = "Several machines";
/** Clients that write while an owner goes, each one request at a time. */
const clients = 8;

export async function measureMachines(bench: Bench): Promise<void> {
  if (noPostgres !== false) return bench.say(`several machines: skipped, ${noPostgres}`);
  const postgres = await startPostgres();
  try {
    await measureWrite(bench, postgres);
    await measureTakeOver(bench, postgres);
  } finally {
    await postgres.stop();
  }
}

async function measureWrite(bench: Bench, postgres: Postgres): Promise<void> {
  bench.say("several machines: creating");
  const store = {
    DAYSHIFT_STORE_URL: postgres.database("write"),
    DAYSHIFT_SECRET_KEY: randomBytes(32).toString("hex"),
  };
  const sides = [await begin(bench, {}), await begin(bench, store)];
  const [alone, shared] = (await compare(bench, sides)) as [Outcome, Outcome];
  bench.add({
    id: "machines-write",
    group,
    what: `\`POST /todos\`, ${connections} connections: p50 with PostgreSQL by that of one machine`,
    value: shared.p50 / alone.p50,
    unit: "×",
    target: null,
    note: `${shared.p50.toFixed(1)} ms against ${alone.p50.toFixed(1)} ms, ${shared.cpu.toFixed(0)} µs of CPU against ${alone.cpu.toFixed(0)} µs, ${shared.perSecond.toFixed(0)}/s against ${alone.perSecond.toFixed(0)}/s; PostgreSQL, without fsync, on the same cores`,
  });
}

async function begin(bench: Bench, store: Readonly<Record<string, string>>): Promise<Contender> {
  const service = await bench.start({ env: { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000", ...store } });
  const { token } = await signIn(service.url);
  const { id, status, requests } = creations(await seedWorkspace(bench, service, token, bench.scale.fewTodos));
  return {
    name: id,
    pid: service.pid,
    status,
    job: { port: service.port, connections, requests: requests.map(requestText) },
  };
}

/** How the owner goes. */
const endings: Readonly<Record<string, (owner: NodeProcess) => Promise<void> | void>> = {
  killed: (owner) => owner.signal("SIGKILL"),
  "frozen, with a lease of 5 s": (owner) => owner.signal("SIGSTOP"),
};

async function measureTakeOver(bench: Bench, postgres: Postgres): Promise<void> {
  const nodes = await startGroup(postgres.database("takeover"), 3);
  const load = await startLoad(
    nodes.nodes.map(({ url }) => url),
    (await nodes.owner()).url,
    clients,
  );
  for (const [ending, end] of Object.entries(endings)) {
    bench.say(`several machines: the owner is ${ending}`);
    const gaps: number[] = [];
    for (let n = 0; n < bench.scale.starts; n += 1) {
      await load.more(10 * clients);
      const owner = await nodes.owner();
      const before = performance.now();
      await end(owner);
      await load.more(clients + 1); // each client may have one answer of the owner that went
      gaps.push(performance.now() - before);
      owner.signal("SIGCONT");
    }
    bench.add({
      id: `machines-${ending.split(",")[0]}`,
      group,
      what: `the owner is ${ending}: until others take writes`,
      value: median(gaps),
      unit: "ms",
      target: null,
      note: `${gaps.map((gap) => gap.toFixed(0)).join(", ")} ms with ${clients} clients that try one node after the other, and give each up after 3 s`,
    });
  }
  await load.judge();
  await nodes.stop();
}
