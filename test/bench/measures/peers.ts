/** The service and PocketBase in the same run: records, lists and searches drawn at random, and writes. Skipped where there is no Go. */
import type { Bench } from "../bench.ts";
import { signIn } from "../client.ts";
import { createDraw, type Draw, drawWord } from "../draw.ts";
import { counter, requestText, type RequestText } from "../http-text.ts";
import { buildPocketBase, type PocketBase, startPocketBase, version } from "../pocketbase.ts";
import { compare, type Contender, type Outcome } from "../rounds.ts";
import { type Seeded, seedWorkspace, words } from "../seed.ts";
import type { RunningService } from "../service.ts";

const connections = 32;
/** Requests of each kind that are drawn; more than a run sends. */
const drawn = 20_000;

interface Kind {
  readonly id: string;
  readonly what: string;
  readonly status: number;
  readonly ours: (draw: Draw, seeded: Seeded) => RequestText;
  readonly theirs: (draw: Draw, peer: PocketBase) => RequestText;
}

const records = "/api/collections/todos/records";
const day = (draw: Draw): string => new Date(Date.UTC(2026, 0, 1 + draw.below(365))).toISOString().slice(0, 10);
const priority = (draw: Draw): string => draw.of(["urgent", "high", "medium", "low"]);
const asked = (query: Record<string, string>): string => new URLSearchParams(query).toString();

const kinds: readonly Kind[] = [
  {
    id: "read",
    what: "read one",
    status: 200,
    ours: (draw, { ids }) => ({ path: `/api/v1/todos/${draw.of(ids)}` }),
    theirs: (draw, { ids }) => ({ path: `${records}/${draw.of(ids)}` }),
  },
  {
    id: "list",
    what: "25 newest",
    status: 200,
    ours: () => ({ path: "/api/v1/todos?limit=25" }),
    theirs: () => ({ path: `${records}?perPage=25&skipTotal=1&sort=-created` }),
  },
  {
    id: "filter",
    what: "25 of a priority, by due date from a day on",
    status: 200,
    ours: (draw) => ({
      path: `/api/v1/todos?${asked({ priority: priority(draw), dueAfter: day(draw), sort: "dueDate", order: "asc" })}`,
    }),
    theirs: (draw) => {
      const filter = `priority='${priority(draw)}' && due>='${day(draw)}'`;
      return { path: `${records}?${asked({ perPage: "25", skipTotal: "1", sort: "due", filter })}` };
    },
  },
  {
    id: "search",
    what: "a word, newest first",
    status: 200,
    ours: (draw) => ({ path: `/api/v1/todos?${asked({ query: drawWord(draw, words) })}` }),
    theirs: (draw) => {
      const word = drawWord(draw, words);
      const filter = `title~'${word}' || content~'${word}'`;
      return { path: `${records}?${asked({ perPage: "25", skipTotal: "1", sort: "-created", filter })}` };
    },
  },
  {
    id: "update",
    what: "change a priority",
    status: 200,
    ours: (draw, { ids }) => ({
      method: "PATCH",
      path: `/api/v1/todos/${draw.of(ids)}`,
      body: { priority: priority(draw) },
    }),
    theirs: (draw, { ids }) => ({
      method: "PATCH",
      path: `${records}/${draw.of(ids)}`,
      body: { priority: priority(draw) },
    }),
  },
];

/** Only what differs from `kinds`: each service has a status of its own for what was created. */
const create = { title: `Write down ${counter}`, priority: "high" };

export async function measurePeers(bench: Bench): Promise<void> {
  bench.say(`building PocketBase ${version}`);
  const program = buildPocketBase(bench.folder());
  if (program === null) return bench.say("skipped: there is no Go here that builds PocketBase");
  // What is asked again before something changes would be answered from memory: here everything is made for the request.
  const env = { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000", DAYSHIFT_ANSWER_CACHE_MB: "0" };
  const service = await bench.start({ env });
  const { token } = await signIn(service.url);
  bench.say(`filling both with ${bench.scale.todos} todos`);
  const seeded = await seedWorkspace(bench, service, token, bench.scale.todos);
  const peer = await startPocketBase(program, bench.folder(), bench.scale.todos);
  try {
    for (const kind of kinds) await measureKind(bench, { service, seeded, peer, kind });
    await measureCreate(bench, { service, seeded, peer });
  } finally {
    await peer.stop();
    await service.stop();
  }
}

interface Both {
  readonly service: RunningService;
  readonly seeded: Seeded;
  readonly peer: PocketBase;
}

async function measureKind(
  bench: Bench,
  { service, seeded, peer, kind }: Both & { readonly kind: Kind },
): Promise<void> {
  bench.say(kind.what);
  const [ourDraw, theirDraw] = [createDraw(5), createDraw(5)];
  const each = (draw: () => RequestText): string[] => Array.from({ length: drawn }, () => requestText(draw()));
  const ours = each(() => ({ ...kind.ours(ourDraw, seeded), key: ourDraw.of(seeded.keys) }));
  const theirs = each(() => ({ ...kind.theirs(theirDraw, peer), key: peer.token }));
  const contenders = [
    contender("ours", service, kind.status, ours),
    contender("PocketBase", peer, kind.status, theirs),
  ];
  addFigure(bench, kind, await compare(bench, contenders));
}

async function measureCreate(bench: Bench, { service, seeded, peer }: Both): Promise<void> {
  bench.say("create");
  const ours = seeded.keys.map((key, at) => {
    const idempotencyKey = `${counter}-${at}`;
    return requestText({ method: "POST", path: "/api/v1/todos", key, idempotencyKey, body: create });
  });
  const theirs = [
    requestText({ method: "POST", path: records, key: peer.token, body: { ...create, status: "ready" } }),
  ];
  const contenders = [contender("ours", service, 201, ours), contender("PocketBase", peer, 200, theirs)];
  addFigure(bench, { id: "create", what: "create" }, await compare(bench, contenders));
}

function contender(
  name: string,
  { pid, port }: { readonly pid: number; readonly port: number },
  status: number,
  requests: readonly string[],
): Contender {
  return { name, pid, status, job: { port, connections, requests } };
}

function addFigure(
  bench: Bench,
  { id, what }: { readonly id: string; readonly what: string },
  outcomes: readonly Outcome[],
): void {
  const [ours, theirs] = outcomes as [Outcome, Outcome];
  const micro = `${ours.cpu.toFixed(0)} µs against ${theirs.cpu.toFixed(0)} µs`;
  const latency = `p50 ${ours.p50.toFixed(1)} against ${theirs.p50.toFixed(1)} ms`;
  bench.add({
    id: `peers-${id}`,
    group: `Against PocketBase ${version}`,
    what,
    value: ours.cpu / theirs.cpu,
    unit: "× PocketBase",
    target: { atMost: 0.33 },
    note: `${micro}, ${latency}, ${connections} connections`,
  });
}
