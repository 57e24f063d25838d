/** Reading one todo and lists of them out of many. */
import type { Bench } from "../bench.ts";
import { call } from "../client.ts";
import { measureFirsts } from "../firsts.ts";
import { glance } from "../rounds.ts";
import type { Seeded } from "../seed.ts";
import type { RunningService } from "../service.ts";
import { median } from "../stats.ts";
import { againstBare, type Operation, ratioFigure } from "../versus-bare.ts";
import { requestText, type RequestText } from "../http-text.ts";
import { listVariants } from "./list-variants.ts";

const group = "Reading";
/** The concurrency of the comparison with other products: at 64, half of a list's latency would be its own queue. */
const listConnections = 32;
const worstShown = 3;

/** Every answer made anew, of todos in memory: what is asked again after something else has changed. */
export async function measureReads(bench: Bench, service: RunningService, seeded: Seeded): Promise<void> {
  const one = readOne(
    seeded,
    "read-one",
    "`GET /todos/{id}`, made anew of what is in memory, 64 connections",
    inMemory,
  );
  bench.say("reading one");
  bench.add(ratioFigure(group, one, await againstBare(bench, service, one), { atMost: 2 }));
  for (const [place, query] of (await costliest(bench, service, seeded)).entries()) {
    const shown = query === "" ? "no filter" : `\`${query}\``;
    const rank = place === 0 ? "" : `, number ${place} of the costliest of all variants`;
    const operation = listOperation(
      seeded,
      query,
      `list-${place}`,
      `\`GET /todos?limit=25\`, made anew of what is in memory, ${shown}${rank}`,
    );
    bench.say(`listing ${query}`);
    const against = await againstBare(bench, service, operation);
    bench.add(ratioFigure(group, operation, against, { atMost: 4.5 }));
    const latency = { id: `${operation.id}-p99`, what: `its p99`, value: against.ours.p99, unit: "ms" };
    bench.add({ ...latency, group, target: { atMost: 15 }, note: `${listConnections} connections` });
  }
  await measureCounted(bench, service, seeded);
  await measureAfterCommits(bench, service, seeded);
}

/** Every answer made anew, of todos that are read from the file: of a service that keeps none. */
export async function measureReadsOfFile(bench: Bench, service: RunningService, seeded: Seeded): Promise<void> {
  const operations = [
    readOne(seeded, "read-one-file", "`GET /todos/{id}`, read from the file, 64 connections", inMemory),
    listOperation(seeded, "", "list-file", "`GET /todos?limit=25`, read from the file"),
  ];
  for (const operation of operations) await measureUntargeted(bench, service, operation);
}

/** The same of a service that keeps some todos, but hardly ever those that are asked for. */
export async function measureReadsBeyondMemory(bench: Bench, service: RunningService, seeded: Seeded): Promise<void> {
  const what = "`GET /todos/{id}` of more todos than are kept, 64 connections";
  await measureUntargeted(bench, service, readOne(seeded, "read-one-beyond", what, seeded.ids.length));
}

async function measureUntargeted(bench: Bench, service: RunningService, operation: Operation): Promise<void> {
  bench.say(operation.id);
  bench.add({ ...ratioFigure(group, operation, await againstBare(bench, service, operation), {}), target: null });
}

/** What is asked again before anything changed, as by those who poll: of a service as it comes, which keeps its answers. */
export async function measureReadsAgain(bench: Bench, service: RunningService, seeded: Seeded): Promise<void> {
  const query = "query=invoice&sort=dueDate&order=asc";
  const again = [
    readOne(seeded, "read-one-again", "`GET /todos/{id}` again, nothing changed meanwhile, 64 connections", inMemory),
    listOperation(seeded, "", "list-again", "`GET /todos?limit=25` again, nothing changed meanwhile"),
    listOperation(
      seeded,
      query,
      "search-again",
      `\`GET /todos?limit=25\`, \`${query}\` again, nothing changed meanwhile`,
    ),
  ];
  for (const operation of again) {
    bench.say(`again: ${operation.id}`);
    const target = { atMost: operation.id === "read-one-again" ? 2 : 4.5 };
    bench.add(ratioFigure(group, operation, await againstBare(bench, service, operation), target));
  }
}

/** How many todos are asked for where all of them are to stay in memory. */
const inMemory = 512;

function readOne(seeded: Seeded, id: string, what: string, count: number): Operation {
  const requests = seeded.ids.slice(0, count).map((todoId, at) => ({
    path: `/api/v1/todos/${todoId}`,
    key: keyAt(seeded, at),
  }));
  return { id, what, status: 200, requests };
}

function keyAt({ keys }: Seeded, at: number): string {
  return keys[at % keys.length] as string;
}

function listOperation(seeded: Seeded, query: string, id: string, what: string): Operation {
  return { id, what, status: 200, connections: listConnections, requests: listRequests(seeded, query) };
}

function listRequests(seeded: Seeded, query: string): RequestText[] {
  const path = `/api/v1/todos?limit=25${query === "" ? "" : `&${query}`}`;
  return seeded.keys.map((key) => ({ path, key }));
}

/** The plain list, then the variants that cost the most CPU in one short load each. */
async function costliest(bench: Bench, service: RunningService, seeded: Seeded): Promise<string[]> {
  const lists = `${service.url}/api/v1/todo-lists`;
  const { data } = await call<{ data: { id: string }[] }>(lists, { credential: seeded.keys[0] as string });
  const variants = listVariants(data[1]?.id as string, "2026-01-01T00:00:00Z");
  bench.say(`looking at ${variants.length} lists`);
  const costs = new Map<string, number>();
  // The first round warms them up: otherwise those that stand first would be the costliest.
  for (const query of [...variants, ...variants]) {
    const requests = listRequests(seeded, query).map(requestText);
    const job = { port: service.port, connections: listConnections, requests };
    const { cpu } = await glance(bench, { name: query, pid: service.pid, status: 200, job }, bench.scale.burst / 3);
    costs.set(query, cpu);
  }
  const ranked = [...costs].map(([query, cpu]) => ({ query, cpu })).sort((left, right) => right.cpu - left.cpu);
  addOverview(bench, ranked);
  return [
    "",
    ...ranked
      .map(({ query }) => query)
      .filter(Boolean)
      .slice(0, worstShown),
  ];
}

const shownInOverview = 16;

/** What one short load each showed: enough to see which filters fall out of line. */
function addOverview(bench: Bench, costs: readonly { query: string; cpu: number }[]): void {
  const usual = median(costs.map(({ cpu }) => cpu));
  const shown = costs.slice(0, shownInOverview).map(({ query, cpu }) => `\`${query}\` ${cpu.toFixed(0)} µs`);
  const what = `of ${costs.length} filters and sorts, those that cost more than twice the usual`;
  const value = costs.filter(({ cpu }) => cpu > 2 * usual).length;
  const note = `usual ${usual.toFixed(0)} µs; ${shown.join(", ")}`;
  bench.add({ id: "list-overview", group, what, value, unit: "lists", target: null, note });
}

async function measureCounted(bench: Bench, service: RunningService, seeded: Seeded): Promise<void> {
  const query = "include=totalCount";
  const operation = listOperation(seeded, query, "list-counted", `\`GET /todos?limit=25\`, \`${query}\``);
  await measureUntargeted(bench, service, operation);
}

/** What the first answer after a commit takes. */
async function measureAfterCommits(bench: Bench, service: RunningService, { keys, ids }: Seeded): Promise<void> {
  const todos = `${service.url}/api/v1/todos`;
  const credential = keys[0] as string;
  for (const query of ["", "query=invoice&sort=dueDate&order=asc", "query=garden&type=responsibility"]) {
    bench.say(`first after a commit: ${query}`);
    const what = `the first \`GET /todos?limit=25${query && `&${query}`}\` after a commit: p50`;
    await measureFirsts(
      bench,
      { id: `first-${query || "plain"}`, group, what },
      (at) => {
        const body = { priority: at % 2 === 0 ? "low" : "high" };
        return call(`${todos}/${ids[at] as string}`, { method: "PATCH", credential, body });
      },
      () => call(`${todos}?limit=25&${query}`, { credential }),
    );
  }
}
