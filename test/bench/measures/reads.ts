/** What is asked again before anything changed, as by those who poll: of a service as it comes, with its cache of answers. */
import type { Bench } from "../bench.ts";
import type { Seeded } from "../seed.ts";
import type { RunningService } from "../service.ts";
import { againstBare, type Operation, ratioFigure } from "../versus-bare.ts";

const group = "Reading again";
/** The concurrency of the comparison with other products: at 64, half of a list's latency would be its own queue. */
const listConnections = 32;
/** How many todos are asked for: few enough for all answers to stay in the cache. */
const inCache = 512;

export async function measureReadsAgain(bench: Bench, service: RunningService, seeded: Seeded): Promise<void> {
  for (const operation of operations(seeded)) {
    bench.say(`again: ${operation.id}`);
    bench.add(ratioFigure(group, operation, await againstBare(bench, service, operation), { atMost: 2 }));
  }
}

function operations({ ids, keys }: Seeded): Operation[] {
  const list = (id: string, query: string): Operation => ({
    id,
    what: `\`GET /todos?limit=25${query}\` again`,
    status: 200,
    connections: listConnections,
    requests: keys.map((key) => ({ path: `/api/v1/todos?limit=25${query}`, key })),
  });
  const requests = ids
    .slice(0, inCache)
    .map((id, at) => ({ path: `/api/v1/todos/${id}`, key: keys[at % keys.length] as string }));
  return [
    { id: "read-one-again", what: "`GET /todos/{id}` again, 64 connections", status: 200, requests },
    list("list-again", ""),
    list("search-again", "&query=contract&sort=dueDate&order=asc"),
  ];
}
