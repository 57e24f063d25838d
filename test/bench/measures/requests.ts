/** The service with one large workspace: reading, growth, writing, and the memory that all of it took. */
import type { Bench } from "../bench.ts";
import { signIn } from "../client.ts";
import { memoryMegabytes } from "../process-stats.ts";
import { seedWorkspace } from "../seed.ts";
import { measureGrowth } from "./growth.ts";
import { measureReads } from "./reads.ts";
import { measureWrites } from "./writes.ts";

export async function measureRequests(bench: Bench): Promise<void> {
  const service = await bench.start({ env: { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000" } });
  const { token } = await signIn(service.url);
  bench.say(`filling a workspace with ${bench.scale.todos} todos`);
  const many = await seedWorkspace(bench, service, token, bench.scale.todos);
  const few = await seedWorkspace(bench, service, token, bench.scale.fewTodos);
  await measureReads(bench, service, many);
  await measureGrowth(bench, service, few, many);
  await measureWrites(bench, service, many);
  const { peak } = memoryMegabytes(service.pid);
  const what = `peak memory under all of the above, ${bench.scale.todos} todos`;
  bench.add({ id: "peak", group: "Start and memory", what, value: peak, unit: "MB", target: null, note: "" });
  await service.stop();
}
