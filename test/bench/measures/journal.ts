/** What the journal adds to a write: the service, in turn with a copy of its source that writes none. */
import { type Change, makeMutant } from "../../torture/mutant.ts";
import type { Bench } from "../bench.ts";
import { signIn } from "../client.ts";
import { requestText } from "../http-text.ts";
import { compare, type Contender, type Outcome } from "../rounds.ts";
import { type Seeded, seedWorkspace } from "../seed.ts";
import { connections, type Operation } from "../versus-bare.ts";
import { creations, updates } from "./writes.ts";

const withoutJournal: readonly Change[] = [
  {
    file: "src/actors/workspace/open.ts",
    from: "yield: yieldToLoop, clock, journal, report });",
    to: "yield: yieldToLoop, clock, report });",
  },
];
/** A write may cost so much more. */
const atMost = 1.15;

interface Side {
  readonly pid: number;
  readonly port: number;
  readonly seeded: Seeded;
}

export async function measureJournal(bench: Bench): Promise<void> {
  const copy = makeMutant(withoutJournal);
  try {
    const writing = await begin(bench, {});
    const silent = await begin(bench, { root: copy.root });
    for (const operationOf of [...updates, creations]) await measure(bench, writing, silent, operationOf);
  } finally {
    copy.remove();
  }
}

async function begin(bench: Bench, from: { readonly root?: string }): Promise<Side> {
  const service = await bench.start({ ...from, env: { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000" } });
  const { token } = await signIn(service.url);
  const seeded = await seedWorkspace(bench, service, token, 10 * bench.scale.fewTodos);
  return { pid: service.pid, port: service.port, seeded };
}

async function measure(
  bench: Bench,
  writing: Side,
  silent: Side,
  operationOf: (seeded: Seeded) => Operation,
): Promise<void> {
  const sides = [writing, silent].map((side) => contender(side, operationOf(side.seeded)));
  const [ours, without] = (await compare(bench, sides)) as [Outcome, Outcome];
  const { id, what } = operationOf(writing.seeded);
  bench.add({
    id: `journal-${id}`,
    group: "Journal",
    what: `${what}: CPU with the journal by that without`,
    value: ours.cpu / without.cpu,
    unit: "×",
    target: { atMost },
    note: `${ours.cpu.toFixed(0)} µs against ${without.cpu.toFixed(0)} µs`,
  });
}

function contender({ pid, port }: Side, { id, status, requests }: Operation): Contender {
  return { name: id, pid, status, job: { port, connections, requests: requests.map(requestText) } };
}
