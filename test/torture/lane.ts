/** One service on one folder, loaded, killed, started again, over and over, and looked through in the end. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { createKey, signIn } from "../bench/client.ts";
import { checkout, type RunningService, startService } from "../bench/service.ts";
import { eventually } from "../helpers/settle.ts";
import { type Client, createClient } from "./client.ts";
import { damageIn } from "./files.ts";
import { type Counts, createLedger, kinds, type Ledger } from "./ledger.ts";
import { wrongCharges } from "./minutes.ts";
import { createRandom, type Random } from "./random.ts";
import type { Register } from "./registers.ts";
import { settle } from "./settle.ts";
import { verify } from "./verify.ts";
import { type Load, writeUntilGone } from "./writers.ts";

export interface LaneOptions {
  readonly seed: number;
  /** Called before each cycle; the lane ends when it says no. */
  readonly resume: (problems: readonly string[]) => boolean;
  /** Another checkout than this one. */
  readonly root?: string;
}

export interface LaneResult {
  readonly cycles: number;
  readonly acknowledged: Counts;
  /** Requests that a kill left unanswered, asked again. */
  readonly retried: number;
  readonly lost: number;
  readonly duplicated: number;
  /** Everything that was not as it must be, in words. */
  readonly problems: readonly string[];
}

/** Milliseconds of load before a kill. */
const shortestLoad = 20;
const longestLoad = 300;

interface Lane {
  /** Holds the data folder, and Node's compile cache, which halves the time that a start takes. */
  readonly folder: string;
  readonly root: string;
  readonly seed: number;
  readonly random: Random;
  readonly ledger: Ledger;
  readonly registers: Register[];
  readonly chatIds: string[];
  readonly problems: string[];
  key: string;
  agentId: string;
}

/** Runs cycles while `resume` says so, then looks through everything. Rejects when the service does not start. */
export async function runLane({ seed, resume, root = checkout }: LaneOptions): Promise<LaneResult> {
  const folder = mkdtempSync(join(tmpdir(), "dayshift-torture-"));
  const lane: Lane = {
    folder,
    root,
    seed,
    random: createRandom(seed),
    ledger: createLedger(`lane-${seed}`),
    registers: [],
    chatIds: [],
    problems: [],
    key: "",
    agentId: "",
  };
  let cycles = 0;
  let retried = 0;
  try {
    await prepare(lane);
    while (resume(lane.problems)) {
      retried += await cycle(lane);
      cycles += 1;
    }
    const { lost, duplicated } = await conclude(lane);
    return { cycles, retried, lost, duplicated, acknowledged: lane.ledger.acknowledged, problems: lane.problems };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function dataDirOf({ folder }: Lane): string {
  return join(folder, "data");
}

function start(lane: Lane): Promise<RunningService> {
  // Of two lanes one has a budget, and so reserves minutes before each turn.
  const budget = lane.seed % 2 === 0 ? {} : { DAYSHIFT_MINUTES_PER_MONTH: "1000000" };
  const cache = { NODE_COMPILE_CACHE: join(lane.folder, "cache") };
  const env = { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000", ...cache, ...budget };
  return startService({ dataDir: dataDirOf(lane), root: lane.root, env });
}

function loadOf({ ledger, registers, chatIds, agentId, problems }: Lane, client: Client): Load {
  return { client, ledger, registers, chatIds, agentId, report: (problem) => void problems.push(problem) };
}

const registersPerLane = 4;

/** First start: a key, the assistant, the todos that are changed over and over. */
async function prepare(lane: Lane): Promise<void> {
  const service = await start(lane);
  const { token, workspaces } = await signIn(service.url);
  lane.key = await createKey(service.url, token, workspaces[0]?.id as string);
  const client = createClient(service.url, lane.key);
  const agents = await client.get<{ data: { id: string }[] }>("/agents");
  lane.agentId = agents.data[0]?.id as string;
  for (let n = 0; n < registersPerLane; n++) {
    const title = `Register ${n}`;
    const made = await client.send({ path: "/todos", body: { title, content: "change 1" } });
    lane.registers.push({ id: String(made?.body["id"]), title, acknowledged: 1, sent: 1 });
  }
  client.close();
  await service.stop();
}

/** Answers how many requests had to be asked again. */
async function cycle(lane: Lane): Promise<number> {
  const service = await start(lane);
  const client = createClient(service.url, lane.key);
  const load = loadOf(lane, client);
  const retried = await settle(load);
  const gone = writeUntilGone(load);
  // Every other load is counted from its first answer on: a machine may be so slow that none came before.
  if (lane.random.between(0, 1) === 1) await firstAnswer(lane);
  await rest(lane.random.between(shortestLoad, longestLoad));
  await service.kill();
  await gone;
  client.close();
  return retried;
}

/** Resolves when something more has been acknowledged. */
async function firstAnswer({ ledger }: Lane): Promise<void> {
  const count = (): number => kinds.reduce((all, kind) => all + ledger.acknowledged[kind], 0);
  const before = count();
  await eventually("an answer to the load", () => count() > before);
}

/** The last start: everything is looked through, over the interface and then in the files. */
async function conclude(lane: Lane): Promise<{ lost: number; duplicated: number }> {
  const service = await start(lane);
  const client = createClient(service.url, lane.key);
  const load = loadOf(lane, client);
  await settle(load);
  const { lost, duplicated, unasked } = await verify(load);
  client.close();
  const status = await service.stop();
  if (status !== 0) lane.problems.push(`SIGTERM ended the service with ${status}`);
  for (const title of lost) lane.problems.push(`lost: ${title}`);
  for (const title of duplicated) lane.problems.push(`duplicated: ${title}`);
  for (const title of unasked) lane.problems.push(`there without having been acknowledged: ${title}`);
  lane.problems.push(...damageIn(dataDirOf(lane)), ...wrongCharges(dataDirOf(lane)));
  return { lost: lost.length, duplicated: duplicated.length };
}
