/** An agent's turn: a message in, one tool call, an answer; every step durable. */
import type { Bench } from "../bench.ts";
import { expectStatus } from "../child.ts";
import { call, createKey, createWorkspace, eachOf, signIn } from "../client.ts";
import { counter, requestText } from "../http-text.ts";
import type { LoadResult } from "../load.ts";
import { cpuMicroseconds } from "../process-stats.ts";
import type { RunningService } from "../service.ts";
import { percentile } from "../stats.ts";

const group = "Agent turns";
const workspaces = 8;
/** As many turns as run at once in the process. */
const atOnce = 16;

interface Engine {
  readonly id: string;
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly hasTargets: boolean;
}

export async function measureTurns(bench: Bench): Promise<void> {
  const model = await bench.helper("model.ts");
  const env = {
    DAYSHIFT_MODEL: "openai-compatible:instant",
    DAYSHIFT_MODEL_BASE_URL: `http://127.0.0.1:${model.port}/v1`,
  };
  await measureEngine(bench, { id: "turn", name: "an instant model over HTTP", env, hasTargets: true });
  await measureEngine(bench, { id: "builtin", name: "the built-in engine", env: {}, hasTargets: false });
}

async function measureEngine(bench: Bench, { id, name, env, hasTargets }: Engine): Promise<void> {
  bench.say(`turns of ${name}`);
  const service = await bench.start({ env: { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "20000", ...env } });
  const keys = await createWorkspaces(service);
  const requests = await messagesFor(service, keys, bench.scale.turns);
  const alone = { port: service.port, connections: 1, requests, count: Math.ceil(requests.length / 4) };
  const one = expectStatus(await bench.load(alone), 202, "a turn");
  const cpuBefore = cpuMicroseconds(service.pid);
  const crowd = { port: service.port, connections: atOnce, requests, count: bench.scale.turns, firstCount: 100_000 };
  const many = expectStatus(await bench.load(crowd), 202, "turns");
  const cpu = (cpuMicroseconds(service.pid) - cpuBefore) / many.requests / 1000;
  await assertAllActed(service, keys, requests.length + one.requests + many.requests);
  addFigures(bench, { id, name, cpu, one, many, hasTargets });
  await service.stop();
}

interface Measured extends Pick<Engine, "id" | "name" | "hasTargets"> {
  /** Milliseconds of CPU per turn. */
  readonly cpu: number;
  readonly one: LoadResult;
  readonly many: LoadResult;
}

function addFigures(bench: Bench, { id, name, cpu, one, many, hasTargets }: Measured): void {
  const aim = <Target>(target: Target): Target | null => (hasTargets ? target : null);
  const perSecond = (many.requests / many.milliseconds) * 1000;
  const turn = `one turn with ${name}`;
  const p99 = `p99 ${percentile(one.latencies, 0.99).toFixed(1)} ms`;
  const crowd = `${atOnce} at once, p50 ${percentile(many.latencies, 0.5).toFixed(1)} ms`;
  bench.add({
    id: `${id}-cpu`,
    group,
    what: `${turn}: CPU`,
    value: cpu,
    unit: "ms",
    target: aim({ atMost: 3 }),
    note: crowd,
  });
  const p50 = percentile(one.latencies, 0.5);
  bench.add({
    id: `${id}-p50`,
    group,
    what: `${turn}: p50`,
    value: p50,
    unit: "ms",
    target: aim({ atMost: 8 }),
    note: p99,
  });
  const rate = { id: `${id}-rate`, group, what: `turns a second with ${name}`, value: perSecond, unit: "/s" };
  bench.add({ ...rate, target: aim({ atLeast: 200 }), note: crowd });
}

async function createWorkspaces(service: RunningService): Promise<string[]> {
  const { token } = await signIn(service.url);
  const names = Array.from({ length: workspaces }, (_, at) => `Turns ${at}`);
  return eachOf(names, 1, async (name) =>
    createKey(service.url, token, await createWorkspace(service.url, token, name)),
  );
}

/** A chat for every two turns, each after a first turn, so that no conversation grows long; and what is sent to them. */
async function messagesFor(service: RunningService, keys: readonly string[], turns: number): Promise<string[]> {
  const places = Array.from(
    { length: Math.ceil(turns / 2 / atOnce) * atOnce },
    (_, at) => keys[at % keys.length] as string,
  );
  return eachOf(places, 8, async (key, at) => {
    const body = { message: `Add a todo: call Ana first ${at}`, waitSeconds: 60 };
    const { id } = await call<{ id: string }>(`${service.url}/api/v1/chats`, { credential: key, body });
    return requestText({
      method: "POST",
      path: `/api/v1/chats/${id}/messages`,
      key,
      body: { message: `Add a todo: call Ana ${counter}`, waitSeconds: 60 },
    });
  });
}

/** A turn that did nothing would be quick: each must have made its todo. */
async function assertAllActed(service: RunningService, keys: readonly string[], turns: number): Promise<void> {
  const totals = await eachOf(keys, 1, (credential) =>
    call<{ total: number }>(`${service.url}/api/v1/todos/summary`, { credential }),
  );
  const made = totals.reduce((sum, { total }) => sum + total, 0);
  if (made !== turns) throw new Error(`${turns} turns made ${made} todos; expected one each.`);
}
