/** Durable writes a second, in turn with a plain loop of one transaction per write: on the disk there is, and on a slower one. */
import { once } from "node:events";
import type { Bench } from "../bench.ts";
import { expectStatus, type Helper } from "../child.ts";
import { signIn } from "../client.ts";
import type { Figure } from "../figure.ts";
import { requestText } from "../http-text.ts";
import { type Seeded, seedWorkspace } from "../seed.ts";
import type { RunningService } from "../service.ts";
import { slowSync } from "../slow-sync.ts";
import { median } from "../stats.ts";
import { connections, type Operation } from "../versus-bare.ts";

const group = "Writing";
const what = "durable writes a second, against one transaction per write";
/** Milliseconds, on the slower disk. */
const delay = 2;
/** Milliseconds for which a service is loaded that has just started. */
const warmUp = 2000;

/** The service, and what it is asked to create. */
interface Grouped {
  readonly service: RunningService;
  readonly create: Operation;
}

export async function measureGrouping(bench: Bench, grouped: Grouped): Promise<void> {
  const single = await bench.helper("single-writes.ts", [bench.folder()]);
  bench.say("one transaction per write");
  bench.add(await figureOf(bench, { id: "grouping", what, target: null }, grouped, single));
}

/** Where a sync takes a fraction of a millisecond, as here, it costs less than the write: what grouping saves shows where it takes longer. */
export async function measureSlowGrouping(bench: Bench, creation: (seeded: Seeded) => Operation): Promise<void> {
  const env = slowSync(bench.folder(), delay);
  if (env === null) return bench.say("there is no C compiler (cc): writes on a slower disk are left out");
  const service = await bench.start({ env: { ...env, DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000" } });
  const { token } = await signIn(service.url);
  const seeded = await seedWorkspace(bench, service, token, bench.scale.fewTodos);
  const single = await bench.helper("single-writes.ts", [bench.folder()], env);
  bench.say("one transaction per write, on a slower disk");
  const slower = `${what}, with ${delay} ms added to each sync`;
  const create = creation(seeded);
  const requests = create.requests.map(requestText);
  await bench.load({ port: service.port, connections, requests, milliseconds: warmUp });
  const figure = { id: "grouping-slow", what: slower, target: { atLeast: 10 } };
  bench.add(await figureOf(bench, figure, { service, create }, single));
  await service.stop();
}

async function figureOf(
  bench: Bench,
  named: Pick<Figure, "id" | "what" | "target">,
  grouped: Grouped,
  single: Helper,
): Promise<Figure> {
  const { ours, theirs } = await inTurn(bench, grouped, single);
  const note = `${ours.toFixed(0)}/s over HTTP, against ${theirs.toFixed(0)}/s in a loop of INSERT and COMMIT without HTTP`;
  return { ...named, group, value: ours / theirs, unit: "×", note };
}

/** Medians of the writes a second. */
async function inTurn(
  bench: Bench,
  { service, create }: Grouped,
  single: Helper,
): Promise<{ readonly ours: number; readonly theirs: number }> {
  const requests = create.requests.map(requestText);
  const alone: number[] = [];
  const grouped: number[] = [];
  for (let round = 0; round < bench.scale.rounds; round++) {
    alone.push(await singleWrites(single, bench.scale.burst));
    const firstCount = 500_000_000 + round * 1_000_000; // far from what the rounds count
    const job = { port: service.port, connections, requests, milliseconds: bench.scale.burst, firstCount };
    const result = expectStatus(await bench.load(job), 201, "creating");
    grouped.push((result.requests / result.milliseconds) * 1000);
  }
  return { ours: median(grouped), theirs: median(alone) };
}

async function singleWrites(helper: Helper, milliseconds: number): Promise<number> {
  const answer = once(helper.child, "message");
  helper.child.send({ milliseconds });
  const [{ perSecond }] = (await answer) as [{ perSecond: number }];
  return perSecond;
}
