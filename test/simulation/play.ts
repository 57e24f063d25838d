/** Plays events in a world with a model that answers at random, looks at the invariants after each, and drains it at the end. */
import assert from "node:assert/strict";
import { createRandom } from "../torture/random.ts";
import { type EventName, happen, hour, minute, type Play } from "./events.ts";
import { faults, gaps, leftovers } from "./invariants.ts";
import { type ModelMood, randomModel, release } from "./model.ts";
import { emptyPlace } from "./place.ts";
import { createWorld, type World } from "./world.ts";

export interface Event {
  readonly name: EventName;
  readonly pick: number;
}

/** How much there was to see, so that a test can tell that something happened at all. */
export interface Seen {
  walks: number;
  events: number;
  turns: number;
  approvals: number;
  occurrences: number;
  /** Steps from one planned time to the next of which it was seen that nothing is lost between them. */
  planned: number;
  lives: number;
}

/** After these a planned time may be passed over without a record of its own. */
const setsBack: ReadonlySet<EventName> = new Set<EventName>(["clockBack", "clockAstray"]);

/** Plays the events in their order; throws what does not hold. */
export async function play(seed: number, events: readonly Event[], seen: Seen): Promise<void> {
  const mood: ModelMood = { slow: [], isDone: false };
  const world = await createWorld(emptyPlace(), randomModel(createRandom(seed), mood));
  try {
    const current: Play = {
      world,
      model: mood,
      agents: await makeAgents(world),
      pass: (steps, by) => pass(world, steps, by, seen),
    };
    for (const { name, pick } of events) {
      await happen(current, name, pick);
      await rest(world, seen, name);
    }
    if (!events.some(({ name }) => setsBack.has(name))) lookForGaps(world, seen);
    await drain(current, seen);
    seen.walks += 1;
    seen.events += events.length;
  } finally {
    release(mood);
    await world.close();
  }
}

function lookForGaps(world: World, seen: Seen): void {
  const { lost, steps } = world.read(gaps);
  assert.deepEqual(lost, [], "planned times lost");
  seen.planned += steps;
}

async function makeAgents(world: World): Promise<string[]> {
  const ids: string[] = [];
  for (const requiresApproval of [false, true, true]) {
    const agent = await world.call("createAgent", { body: { name: `Agent ${ids.length}`, requiresApproval } });
    ids.push(agent?.id ?? assert.fail("no agent"));
  }
  return ids;
}

async function pass(world: World, steps: number, milliseconds: number, seen: Seen): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    world.clock.advance(milliseconds);
    await rest(world, seen, "time");
  }
}

/** How many commits there had been when everything was looked at. */
const looked = new WeakMap<World, number>();

/** When nothing more happens by itself everything must hold; a life that ended is followed by another. */
async function rest(world: World, seen: Seen, after: string): Promise<void> {
  await world.settle();
  if (world.isDead) {
    seen.lives += 1;
    await world.restart("kill");
  }
  const isChanged = looked.get(world) !== world.commits;
  assert.deepEqual(world.problems, [], `reported after ${after}`);
  assert.deepEqual(
    world.read((sql) => faults(sql, world.clock.now(), isChanged)),
    [],
    `after ${after}`,
  );
  looked.set(world, world.commits);
  assert.deepEqual(world.disputed, [], `charged twice after ${after}`);
}

/** Schedules are retired, and nobody decides anything: all that goes on comes to an end by itself. */
async function drain(current: Play, seen: Seen): Promise<void> {
  const { world, model } = current;
  const restful = async (): Promise<void> => {
    release(model);
    await rest(world, seen, "draining");
  };
  world.killAt(Number.POSITIVE_INFINITY, "before");
  model.isDone = true;
  world.isRevoked = false;
  world.budget = null;
  await restful();
  seen.turns += count(world, "turns");
  seen.approvals += count(world, "approvals");
  seen.occurrences += count(world, "occurrences WHERE status <> 'scheduled'");
  for (const todoId of world.read((sql) =>
    sql.all("SELECT todo_id FROM series WHERE state <> 'ended' AND is_current = 1"),
  )) {
    await world.call("retireTodoSchedule", { path: { todoId: todoId[0] as string }, body: {} });
    await restful();
  }
  for (let step = 0; step < 30; step += 1) {
    world.clock.advance(6 * hour + minute);
    await restful();
  }
  assert.deepEqual(world.read(leftovers), [], "left at the end");
  const open = [...world.ledger].filter(([, seconds]) => seconds === undefined).map(([turnId]) => turnId);
  assert.deepEqual(open, [], "reservations left at the end");
  const used = world.read((sql) =>
    sql.all("SELECT id, (active_ms + 999) / 1000 FROM turns WHERE steps > 0 OR active_ms > 0 ORDER BY id"),
  );
  const charged = used.map(([id]) => [id, world.ledger.get(id as string) ?? 0]);
  assert.deepEqual(
    charged,
    used.map(([id, seconds]) => [id, seconds]),
    "minutes are what was worked",
  );
}

function count(world: World, table: string): number {
  return world.read((sql) => sql.get(`SELECT count(*) FROM ${table}`)?.[0] as number);
}
