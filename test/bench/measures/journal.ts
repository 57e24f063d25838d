/** What the journal adds to a write: the service, in turn with a copy of its source that writes none. */
import { type Change, makeMutant } from "../../torture/mutant.ts";
import type { Bench } from "../bench.ts";
import { signIn } from "../client.ts";
import { requestText } from "../http-text.ts";
import { compare, type Contender, type Outcome } from "../rounds.ts";
import { type Seeded, seedWorkspace } from "../seed.ts";
import { median } from "../stats.ts";
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
/** One process differs from another of the same source by as much as is looked for: so many of each are loaded. */
const processes = 3;
/** A person or an agent writes one thing after the other, each with a commit of its own; programs write many at once. */
const widths = [
  { width: 1, suffix: "-single", words: "one after the other" },
  { width: connections, suffix: "", words: `${connections} connections` },
];

interface Side {
  readonly pid: number;
  readonly port: number;
  readonly seeded: Seeded;
}

export async function measureJournal(bench: Bench): Promise<void> {
  const copy = makeMutant(withoutJournal);
  try {
    const writing: Side[] = [];
    const silent: Side[] = [];
    for (let count = 0; count < processes; count += 1) {
      writing.push(await begin(bench, {}));
      silent.push(await begin(bench, { root: copy.root }));
    }
    for (const width of widths) {
      for (const operationOf of [...updates, creations]) await measure(bench, { writing, silent }, operationOf, width);
    }
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
  { writing, silent }: { readonly writing: readonly Side[]; readonly silent: readonly Side[] },
  operationOf: (seeded: Seeded) => Operation,
  { width, suffix, words }: (typeof widths)[number],
): Promise<void> {
  const sides = [...writing, ...silent];
  const operations = sides.map(({ seeded }) => operationOf(seeded));
  const contenders = sides.map((side, at) => contender(side, operations[at] as Operation, width));
  const outcomes = await compare(bench, contenders);
  const ours = middle(outcomes.slice(0, writing.length));
  const without = middle(outcomes.slice(writing.length));
  const { id, what } = operations[0] as Operation;
  bench.add({
    id: `journal-${id}${suffix}`,
    group: "Journal",
    what: `${what.replace(`${connections} connections`, words)}: CPU with the journal by that without`,
    value: ours.cpu / without.cpu,
    unit: "×",
    target: { atMost },
    note: `${ours.cpu.toFixed(0)} µs against ${without.cpu.toFixed(0)} µs, p50 ${ours.p50.toFixed(2)} ms against ${without.p50.toFixed(2)} ms`,
  });
}

/** Of several processes of the same source. */
function middle(outcomes: readonly Outcome[]): Pick<Outcome, "cpu" | "p50"> {
  return { cpu: median(outcomes.map(({ cpu }) => cpu)), p50: median(outcomes.map(({ p50 }) => p50)) };
}

function contender({ pid, port }: Side, { id, status, requests }: Operation, width: number): Contender {
  return { name: id, pid, status, job: { port, connections: width, requests: requests.map(requestText) } };
}
