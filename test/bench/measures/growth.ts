/** Whether a large workspace costs more than a small one. */
import type { Bench } from "../bench.ts";
import { numberText } from "../figure.ts";
import { requestText, type RequestText } from "../http-text.ts";
import { compare, type Contender, type Outcome } from "../rounds.ts";
import type { Seeded } from "../seed.ts";
import type { RunningService } from "../service.ts";
import { creation } from "./writes.ts";

type RequestsOf = (seeded: Seeded) => readonly RequestText[];

const operations: readonly { id: string; what: string; status: number; requestsOf: RequestsOf }[] = [
  {
    id: "growth-read",
    what: "read one",
    status: 200,
    requestsOf: ({ ids, keys }) =>
      ids.slice(0, 512).map((id) => ({ path: `/api/v1/todos/${id}`, key: keys[0] as string })),
  },
  {
    id: "growth-list",
    what: "list 25",
    status: 200,
    requestsOf: ({ keys }) => keys.map((key) => ({ path: "/api/v1/todos?limit=25", key })),
  },
  {
    id: "growth-sorted",
    what: "list 25 by due date, active ones",
    status: 200,
    requestsOf: ({ keys }) =>
      keys.map((key) => ({ path: "/api/v1/todos?limit=25&status=active&sort=dueDate&order=asc", key })),
  },
  { id: "growth-create", what: "create", status: 201, requestsOf: ({ keys }) => keys.map(creation) },
];

export async function measureGrowth(bench: Bench, service: RunningService, few: Seeded, many: Seeded): Promise<void> {
  const { todos, fewTodos } = bench.scale;
  for (const { id, what, status, requestsOf } of operations) {
    bench.say(`growth: ${what}`);
    const contender = (name: string, seeded: Seeded): Contender => {
      const requests = requestsOf(seeded).map(requestText);
      return { name, pid: service.pid, status, job: { port: service.port, connections: 16, requests } };
    };
    const contenders = [contender("few", few), contender("many", many)];
    const [small, large] = (await compare(bench, contenders)) as [Outcome, Outcome];
    bench.add({
      id,
      group: "Growth",
      what: `${what}: CPU at ${numberText(todos)} todos by that at ${numberText(fewTodos)}`,
      value: large.cpu / small.cpu,
      unit: "×",
      target: { atMost: 1.3 },
      note: `${large.cpu.toFixed(0)} µs, p50 ${large.p50.toFixed(2)} ms against ${small.cpu.toFixed(0)} µs, p50 ${small.p50.toFixed(2)} ms`,
    });
  }
}
