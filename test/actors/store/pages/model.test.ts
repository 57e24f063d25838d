/** Lease, epoch, append and change of owner in ten thousand interleavings: what was acknowledged is there, and nothing of an owner that was. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Appender, createAppender } from "../../../../src/actors/store/pages/appender.ts";
import { createFakeStore, type Fate } from "../../../helpers/page-store.ts";

const nodes = 3;

type Step =
  /** A node that does not wait, nor own the data as far as it knows, asks for it. */
  | { readonly act: "own"; readonly node: number }
  /** A node writes, when it believes that it owns the data. */
  | { readonly act: "write"; readonly node: number }
  /** What becomes of the next append. */
  | { readonly act: "fate"; readonly fate: "refused" | "answer lost" | "held" }
  /** An append that is held goes on. */
  | { readonly act: "free" }
  /** The owner is silent for too long; `isBlind`: and does not notice. */
  | { readonly act: "expire"; readonly isBlind: boolean }
  /** The owner gives the data back. */
  | { readonly act: "release" };

const node = fc.nat({ max: nodes - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant("own" as const), node }) },
  { weight: 6, arbitrary: fc.record({ act: fc.constant("write" as const), node }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("fate" as const),
      fate: fc.constantFrom("held" as const, "held" as const, "refused" as const, "answer lost" as const),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ act: "free" as const }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("expire" as const), isBlind: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ act: "release" as const }) },
);

/** Everything that can run now has run. */
async function quiet(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** Plays the steps; throws where one of the promises is broken. */
async function play(steps: readonly Step[]): Promise<void> {
  const store = createFakeStore();
  const owners = new Map<number, { readonly appender: Appender; readonly release: () => Promise<void> }>();
  const waiting = new Set<number>();
  const acknowledged = new Set<string>();
  /** Writes of former owners that were not in the store when the next one took over: they must never come. */
  const late = new Set<string>();
  const open = new Set<string>();
  const held: (() => void)[] = [];
  let next: Fate = "as usual";
  let writes = 0;
  store.fate = () => {
    const fate = next;
    next = "as usual";
    return fate;
  };

  async function own(number: number): Promise<void> {
    waiting.add(number);
    const owned = await store.node().own(`${number}`);
    waiting.delete(number);
    for (const name of acknowledged) assert.ok(store.files.has(name), `${name} was acknowledged, and is not there`);
    for (const name of open) if (!store.files.has(name)) late.add(name);
    const appender = createAppender(owned, () => owners.delete(number));
    void owned.lost.then(() => owners.delete(number));
    owners.set(number, { appender, release: () => owned.release() });
  }

  function write(number: number): void {
    const name = `write ${(writes += 1)}`;
    const files = new Map([[name, { pageSize: 1, length: 1, pages: new Map([[0, Uint8Array.of(1)]]) }]]);
    open.add(name);
    void owners
      .get(number)
      ?.appender.append({ files })
      .then(() => acknowledged.add(name));
  }

  async function release(): Promise<void> {
    const holder = Number(store.holder ?? -1);
    const owner = owners.get(holder);
    if (owner === undefined || held.length > 0) return;
    owners.delete(holder);
    await owner.appender.settled();
    await owner.release();
  }

  async function carryOut(one: Step): Promise<void> {
    if (one.act === "own" && !owners.has(one.node) && !waiting.has(one.node)) void own(one.node);
    else if (one.act === "write") write(one.node);
    else if (one.act === "fate")
      next = one.fate === "held" ? new Promise<void>((resolve) => held.push(resolve)) : one.fate;
    else if (one.act === "free") held.shift()?.();
    else if (one.act === "expire") store.expire(one.isBlind);
    else if (one.act === "release") await release();
    await quiet();
  }

  for (const one of steps) await carryOut(one);
  for (const free of held) free();
  await quiet();
  for (const name of acknowledged) assert.ok(store.files.has(name), `${name} was acknowledged, and is lost`);
  for (const name of late) assert.ok(!store.files.has(name), `${name} came after another node had taken over`);
}

test("ten thousand interleavings lose nothing acknowledged, and take nothing from a former owner", async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), play), { numRuns: 10_000 });
});
