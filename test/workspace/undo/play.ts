/** One run of an agent among the edits of people, undone: what nobody else has changed is what it was, and all else is named. */
import type { RecordChange, UndoAnswer } from "../../../src/schema/history.ts";
import { unlinked } from "../../helpers/journal.ts";
import { createRandom } from "../../torture/random.ts";
import { actOnce } from "./acts.ts";
import { type Canonical, canonicalOf, differences } from "./canonical.ts";
import { type AgentRun, type Fault, openWorld, type World } from "./world.ts";

type Left = UndoAnswer["left"][number];

/** What was seen of all runs, and what was not as it must be. */
export interface Seen {
  runs: number;
  /** Changes of agents, and those that were undone of them. */
  changes: number;
  undone: number;
  /** What was left, by its reason. */
  readonly left: Map<string, number>;
}

const nothingSeen = (): Seen => ({ runs: 0, changes: 0, undone: 0, left: new Map() });

/** The fields that stay what they were unless the agent's change of them is named as left. */
interface Expected {
  readonly records: Map<string, Record<string, unknown>>;
  /** `todo <id>.title`: a person has set it. */
  readonly byPeople: Set<string>;
}

const maxActs = 14;

/** Plays the run of that seed and takes all back in the end; answers what is not as it must be. */
function playRun(world: World, seed: number, seen: Seen): string[] {
  return world.apart(() => {
    const random = createRandom(seed);
    for (let at = random.between(2, 10); at > 0; at -= 1) actOnce({ world, random, by: null });
    const run = beginRun(world);
    const before = canonicalOf(world);
    const expected: Expected = { records: copyOf(before), byPeople: new Set() };
    for (let at = random.between(1, maxActs); at > 0; at -= 1) {
      world.now += random.between(-5, 60) * 60_000;
      if (random.between(1, 100) <= 70) actOnce({ world, random, by: run });
      else byPerson(world, expected, () => actOnce({ world, random, by: null }));
    }
    byPerson(world, expected, () => endWork(world));
    return undoAndCompare(world, run, expected, seen);
  });
}

/** A person does something: what is different then is to stay. */
function byPerson(world: World, { records, byPeople }: Expected, action: () => unknown): void {
  const before = canonicalOf(world);
  action();
  const after = canonicalOf(world);
  for (const { key, field } of differences(before, after)) {
    byPeople.add(`${key}.${field}`);
    if (!before.has(key)) records.set(key, { ...after.get(key) });
  }
}

function beginRun(world: World): AgentRun {
  const { id: agentId } = world.call("createAgent", { body: { name: "At work", requiresApproval: false } });
  const { id: todoId } = world.call("createTodo", { body: { title: "Do the work" } });
  const { id: runId, chatId } = world.call("runTodo", { path: { todoId }, body: { agentId } });
  const turnId = world.sql.get("SELECT turn_id FROM todo_runs WHERE id = ?", runId)?.[0] as string;
  return { agentId, runId, chatId, turnId };
}

/** Nothing goes on any more. */
function endWork(world: World): void {
  const live = world.sql.all("SELECT id FROM chats WHERE status IN ('queued', 'running', 'awaiting_input')");
  for (const [chatId] of live) world.try("cancelChat", { path: { chatId: chatId as string } });
}

function undoAndCompare(world: World, { runId }: AgentRun, expected: Expected, seen: Seen): string[] {
  const changes = changesOf(world, runId);
  const request = { runId, onConflict: "skip", tree: true };
  const dry = world.call("undoRecordChanges", { body: { ...request, dryRun: true } });
  const made = world.call("undoRecordChanges", { body: request });
  count(seen, changes, made);
  const byId = new Map(changes.map((change) => [change.id, change]));
  const problems = [
    ...(JSON.stringify({ ...dry, dryRun: false }) === JSON.stringify(made) ? [] : ["The dry run said something else."]),
    ...unlinked(world.sql).map((what) => `${what} is not linked to the entries of its record.`),
    ...unaccounted(changes, made).map(({ id }) => `The change ${id} is neither undone nor left.`),
    ...strangeReasons(made.left, byId, expected),
    ...notRestored(canonicalOf(world), expected, leftFields(made.left, byId)),
  ];
  return problems;
}

function changesOf(world: World, runId: string): RecordChange[] {
  return world.call("listRecordChanges", { query: { runId, limit: 100 } }).data;
}

function unaccounted(changes: readonly RecordChange[], { undone, left }: UndoAnswer): RecordChange[] {
  const named = new Set([...undone, ...left.map(({ changeId }) => changeId)]);
  return changes.filter(({ id }) => !named.has(id));
}

/** The fields of changes that were left, as `todo <id>.title`; all of a record whose making was left, or that is gone. */
function leftFields(left: readonly Left[], byId: ReadonlyMap<string, RecordChange>): Set<string> {
  const all = left.flatMap(({ changeId, fields }) => {
    const change = byId.get(changeId);
    if (change === undefined) return [];
    const key = `${change.kind} ${change.recordId}`;
    const names = fields ?? ["isArchived", ...change.fields.map(({ field }) => field)];
    return names.flatMap((name) => (shownAs[name] ?? [name]).map((shown) => `${key}.${shown}`));
  });
  return new Set(all);
}

/** Fields that the interface shows under other names. */
const shownAs: Readonly<Record<string, readonly string[]>> = {
  schedule: ["schedule", "rrule", "timezone", "scheduleType", "scheduleStatus", "scheduleError"],
  schedulePaused: ["scheduleStatus"],
};

/** A change is left for what a person has changed since, or for a reason that stands in the documentation. */
function strangeReasons(
  left: readonly Left[],
  byId: ReadonlyMap<string, RecordChange>,
  { byPeople }: Expected,
): string[] {
  return left.flatMap(({ changeId, reason, why }) => {
    const change = byId.get(changeId);
    if (reason !== "changed_since" || change === undefined) return [];
    const key = `${change.kind} ${change.recordId}`;
    const isByPerson = [...byPeople].some((field) => field.startsWith(key));
    const isByLeft = left.some(
      (other) => other.changeId !== changeId && byId.get(other.changeId)?.recordId === change.recordId,
    );
    return isByPerson || isByLeft ? [] : [`${key} is left as ${reason}, though no person has changed it: ${why}`];
  });
}

function notRestored(now: Canonical, { records, byPeople }: Expected, left: ReadonlySet<string>): string[] {
  const problems = differences(records, new Map([...now].filter(([key]) => records.has(key))))
    .map(({ key, field }) => `${key}.${field}`)
    .filter(
      (field) =>
        !isByPeople(byPeople, field) &&
        !left.has(field) &&
        !isErased(now, field) &&
        !lostItsCapture(now, records, field),
    )
    .map((field) => `${field} is ${valueIn(now, field)}, and was ${valueIn(records, field)}`);
  const made = [...now.keys()].filter((key) => !records.has(key) && now.get(key)?.["isArchived"] === false);
  const unnamed = made.filter(
    (key) => !byPeople.has(`${key}.isArchived`) && !left.has(`${key}.isArchived`) && !key.startsWith("chat "),
  );
  return [...problems, ...unnamed.map((key) => `${key} was made by the agent, and is not archived`)];
}

/** A schedule that comes back is paused while its todo is archived or done. */
function isByPeople(byPeople: ReadonlySet<string>, field: string): boolean {
  const [key = "", name] = field.split(".");
  return (
    byPeople.has(field) ||
    (name === "scheduleStatus" && ["isArchived", "status"].some((other) => byPeople.has(`${key}.${other}`)))
  );
}

/** What was erased for ever is not had back. */
function isErased(now: Canonical, field: string): boolean {
  return !now.has(field.slice(0, field.indexOf(".")));
}

/** A todo names its capture no more once that is erased for ever, which is left as final. */
function lostItsCapture(now: Canonical, records: Expected["records"], field: string): boolean {
  const [key = "", name] = field.split(".");
  return name === "captureId" && !now.has(`capture ${String(records.get(key)?.["captureId"])}`);
}

function valueIn(records: ReadonlyMap<string, Readonly<Record<string, unknown>>>, field: string): string {
  const [key = "", name = ""] = field.split(".");
  return JSON.stringify(records.get(key)?.[name]);
}

function copyOf(records: Canonical): Expected["records"] {
  return new Map([...records].map(([key, fields]) => [key, { ...fields }]));
}

function count(seen: Seen, changes: readonly RecordChange[], { undone, left }: UndoAnswer): void {
  seen.runs += 1;
  seen.changes += changes.length;
  seen.undone += undone.length;
  for (const { reason } of left) seen.left.set(reason, (seen.left.get(reason) ?? 0) + 1);
}

/** Plays so many runs, from that seed on, with a fault until it is found; problems name the seed that shows them again. */
export function playRuns(
  seed: number,
  runs: number,
  fault?: Fault,
): { readonly seen: Seen; readonly problems: string[] } {
  const world = openWorld(fault);
  const seen = nothingSeen();
  const problems: string[] = [];
  try {
    for (let at = seed; at < seed + runs; at += 1) {
      problems.push(...playRun(world, at, seen).map((problem) => `seed ${at}: ${problem}`));
      if (fault !== undefined && problems.length > 0) break;
    }
    return { seen, problems };
  } finally {
    world.close();
  }
}
