/** Todos drawn at random out of many: records, lists, searches and counts, with writes among them. */
import type { Bench } from "../bench.ts";
import { call, signIn } from "../client.ts";
import { createDraw, type Draw } from "../draw.ts";
import { type Kind, measureKind } from "../drawn.ts";
import type { Target } from "../figure.ts";
import { drawFilters, drawSearch, drawShortText, drawText, inSomeOrder, type World } from "../random-queries.ts";
import { type Seeded, seedWorkspace } from "../seed.ts";
import type { RunningService } from "../service.ts";
import { againstBare, ratioFigure } from "../versus-bare.ts";

const group = "Drawn at random";

function kindsFor(todos: number, world: World): Kind[] {
  const isLarge = todos > 100_000;
  const mean = (ratio: number): Target => ({ atMost: isLarge ? 40 : ratio });
  const p99 = { atMost: isLarge ? 60 : 15 };
  const counting = { ratio: null, p99: { atMost: isLarge ? 250 : 25 } };
  const list: Kind["path"] = (draw) => inSomeOrder(draw, drawFilters(draw, world));
  return [
    { id: "random-list", what: "lists without words", path: list, ratio: mean(6), p99 },
    {
      id: "random-search",
      what: "searches",
      path: (draw) => drawSearch(draw, world, drawText(draw)),
      ratio: mean(12),
      p99,
    },
    {
      id: "random-short",
      what: "searches for one or two characters",
      path: (draw) => drawSearch(draw, world, drawShortText(draw)),
      ratio: null,
      p99: { atMost: 60 },
    },
    {
      id: "random-summary",
      what: "summaries",
      path: (draw) => `todos/summary?${drawFilters(draw, world).toString()}`,
      ...counting,
    },
    {
      id: "random-counted",
      what: "lists with `include=totalCount`",
      path: (draw) => `${list(draw)}&include=totalCount`,
      ...counting,
    },
  ];
}

export async function measureRandom(bench: Bench): Promise<void> {
  const service = await bench.start({ env: { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000" } });
  const { token } = await signIn(service.url);
  bench.say(`filling a workspace with ${bench.scale.todos} todos`);
  const seeded = await seedWorkspace(bench, service, token, bench.scale.todos);
  await measureRecords(bench, service, seeded);
  const world = await worldOf(service, seeded);
  const write = (draw: Draw): Promise<void> => writeSome(service, seeded, draw);
  const asking = { group, service, key: seeded.keys[0] as string, write };
  for (const kind of kindsFor(bench.scale.todos, world)) await measureKind(bench, asking, kind);
  await service.stop();
}

async function measureRecords(bench: Bench, service: RunningService, { ids, keys }: Seeded): Promise<void> {
  const draw = createDraw(3);
  const requests = Array.from({ length: 50_000 }, () => ({
    path: `/api/v1/todos/${draw.of(ids)}`,
    key: draw.of(keys),
  }));
  const one = { id: "random-read", what: "`GET /todos/{id}`, 64 connections", status: 200, requests };
  bench.say("reading one");
  bench.add(ratioFigure(group, one, await againstBare(bench, service, one), { atMost: 3.5 }));
}

interface Page {
  readonly data: readonly { readonly id: string; readonly createdAt: string }[];
}

async function worldOf({ url }: RunningService, { keys }: Seeded): Promise<World> {
  const credential = keys[0] as string;
  const { data: lists } = await call<Page>(`${url}/api/v1/todo-lists`, { credential });
  const moment = async (order: string): Promise<number> => {
    const { data } = await call<Page>(`${url}/api/v1/todos?limit=1&order=${order}`, { credential });
    return Date.parse((data[0] as { createdAt: string }).createdAt);
  };
  return { listIds: lists.map(({ id }) => id), from: await moment("asc"), to: await moment("desc") };
}

/** Two changes of todos drawn at random, and a new one. */
async function writeSome({ url }: RunningService, { ids, keys }: Seeded, draw: Draw): Promise<void> {
  const credential = keys[0] as string;
  const change = (body: unknown) => call(`${url}/api/v1/todos/${draw.of(ids)}`, { method: "PATCH", credential, body });
  await change({ priority: draw.of(["urgent", "high", "medium", "low"]) });
  await change({ title: `Look again after ${drawText(draw)}` });
  await call(`${url}/api/v1/todos`, { credential, body: { title: `Write down ${drawText(draw)}`, priority: "high" } });
}
