/** The test kit: how long a test waits for a real instance. */
import { once } from "node:events";
import type { Bench } from "../bench.ts";
import { median } from "../stats.ts";

const group = "Test kit";
const startsOfAProcess = 20;

interface Taken {
  readonly wall: number;
  readonly cpu: number;
}

export async function measureKit(bench: Bench): Promise<void> {
  bench.say("the test kit");
  const firsts: Taken[] = [];
  const others: Taken[] = [];
  for (let round = 0; round < bench.scale.starts; round++) {
    const [first, ...rest] = await startsIn(bench);
    if (first !== undefined) firsts.push(first);
    others.push(...rest);
  }
  const line = { group, unit: "ms" } as const;
  bench.add({
    ...line,
    id: "kit-start",
    what: "a real instance from `startDayshift()`, after the first of its process",
    value: middle(others, "wall"),
    target: { atMost: 50 },
    note: `${middle(others, "cpu").toFixed(1)} ms of CPU`,
  });
  bench.add({
    ...line,
    id: "kit-first",
    what: "the first one of a process, once the kit is imported",
    value: middle(firsts, "wall"),
    target: null,
    note: `${middle(firsts, "cpu").toFixed(1)} ms of CPU`,
  });
}

async function startsIn(bench: Bench): Promise<readonly Taken[]> {
  const kit = await bench.helper("kit.ts");
  const answer = once(kit.child, "message");
  kit.child.send({ count: startsOfAProcess });
  const [{ taken }] = (await answer) as [{ taken: readonly Taken[] }];
  await kit.stop();
  return taken;
}

function middle(samples: readonly Taken[], name: keyof Taken): number {
  return median(samples.map((taken) => taken[name]));
}
