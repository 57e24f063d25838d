/**
 * Kills while what an agent made in a run is undone: all of it is undone or nothing is, and who asks again has it undone once.
 */
import { setTimeout as rest } from "node:timers/promises";
import { type Asked, ask, type World } from "../storm/world.ts";
import type { KillOptions, KillResult } from "./at-call.ts";
import { type AfterKill, killRequests } from "./requests.ts";

const titles = ["Undone Ada", "Undone Ben", "Undone Cem"];

export function killUndos(options: KillOptions): Promise<KillResult> {
  return killRequests(options, { name: "an undo", prepare: makeRun, act: undo, look });
}

/** A run in which an agent adds some todos. */
async function makeRun(world: World): Promise<string> {
  const made = async (path: string, body: object): Promise<Asked["body"]> => {
    const answer = await ask(world, `/api/v1${path}`, { credential: world.key, body });
    if (answer === null || answer.status >= 300) throw new Error(`${path} answers ${JSON.stringify(answer)}`);
    return answer.body;
  };
  const agent = await made("/agents", { name: "Adder", requiresApproval: false });
  const todo = await made("/todos", { title: "Add some", assignees: [{ type: "agent", id: agent["id"] }] });
  const message = ["Add these todos:", ...titles.map((title) => `- ${title}`)].join("\n");
  const run = String((await made(`/todos/${String(todo["id"])}/runs`, { message }))["id"]);
  while ((await changesOf(world, run)).length < titles.length || (await isRunning(world, run))) await rest(50);
  return run;
}

interface Change {
  readonly id: string;
  readonly undo: { readonly state: string };
  readonly undoes: string | null;
  readonly recordTitle: string | null;
}

/** The newest first. */
async function changesOf(world: Pick<World, "origin" | "key">, runId?: string): Promise<readonly Change[]> {
  const filter = runId === undefined ? "" : `&runId=${runId}`;
  const answer = await ask(world, `/app/v1/record-changes?limit=100${filter}`, { credential: world.key });
  if (answer?.status !== 200) throw new Error(`The changes answer ${JSON.stringify(answer)}`);
  return answer.body["data"] as Change[];
}

/** A trial of the undo is refused as long as the agent is at work. */
async function isRunning(world: World, runId: string): Promise<boolean> {
  const answer = await ask(world, path, { credential: world.key, body: { runId, dryRun: true } });
  return answer?.status !== 200;
}

const path = "/app/v1/record-changes/undo";

function undo(world: Pick<World, "origin" | "key">, runId: string): Promise<Asked | null> {
  return ask(world, path, { credential: world.key, body: { runId } });
}

async function look({ start, world, isAcknowledged }: AfterKill, runId: string): Promise<string | null> {
  const service = await start();
  try {
    const now = { origin: service.url, key: world.key };
    const before = await statesOf(now, runId);
    if (before !== "all" && before !== "none") return `some of it is undone: ${before}`;
    if (isAcknowledged && before === "none") return "it was acknowledged, and nothing is undone";
    const again = await undo(now, runId);
    if (!saysAll(again, before === "all")) return `asked again: ${JSON.stringify(again)}`;
    const after = await statesOf(now, runId);
    if (after !== "all") return `asked again, ${after} is undone`;
    return await wrongTodos(now);
  } finally {
    await service.stop();
  }
}

/** Whether each change is said to be undone now, or to have been before. */
function saysAll(answer: Asked | null, wasDone: boolean): boolean {
  const { undone = [], left = [] } = (answer?.body ?? {}) as {
    readonly undone?: readonly string[];
    readonly left?: readonly { readonly reason: string }[];
  };
  const before = left.filter(({ reason }) => reason === "done");
  return answer?.status === 200 && (wasDone ? before : undone).length === titles.length;
}

/** Which of the changes of the run are undone: `all`, `none`, or each with its state. */
async function statesOf(world: Pick<World, "origin" | "key">, runId: string): Promise<string> {
  const all = await changesOf(world);
  const of = (await changesOf(world, runId)).map(({ id, undo: { state } }) => {
    const times = all.filter(({ undoes }) => undoes === id).length;
    return state === "done" && times === 1 ? "all" : state === "possible" && times === 0 ? "none" : `${state} ${times}`;
  });
  return [...new Set(of)].join(", ");
}

/** None of the todos may be listed. */
async function wrongTodos(world: Pick<World, "origin" | "key">): Promise<string | null> {
  const answer = await ask(world, "/api/v1/todos?query=Undone", { credential: world.key });
  const found = (answer?.body["data"] ?? null) as unknown[] | null;
  return found?.length === 0 ? null : `undone todos are listed: ${JSON.stringify(found)}`;
}
