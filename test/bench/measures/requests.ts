/** The service with one large workspace: writing, growth, reading again, and the memory that all of it took. */
import type { Bench } from "../bench.ts";
import { signIn } from "../client.ts";
import { memoryMegabytes } from "../process-stats.ts";
import { seedWorkspace } from "../seed.ts";
import { measureGrowth } from "./growth.ts";
import { measureReadsAgain } from "./reads.ts";
import { measureWrites } from "./writes.ts";

export async function measureRequests(bench: Bench): Promise<void> {
  const dataDir = bench.folder();
  const env = { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000" };
  // A load asks for the same few things again and again: with a cache of answers it would measure that alone.
  const service = await bench.start({ dataDir, env: { ...env, DAYSHIFT_ANSWER_CACHE_MB: "0" } });
  const { token } = await signIn(service.url);
  bench.say(`filling a workspace with ${bench.scale.todos} todos`);
  const many = await seedWorkspace(bench, service, token, bench.scale.todos);
  const few = await seedWorkspace(bench, service, token, bench.scale.fewTodos);
  await measureWrites(bench, service, many);
  await measureGrowth(bench, service, few, many);
  const { peak } = memoryMegabytes(service.pid);
  const what = `peak memory under all of the above, ${bench.scale.todos} todos`;
  bench.add({ id: "peak", group: "Start and memory", what, value: peak, unit: "MB", target: null, note: "" });
  await service.stop();
  const caching = await bench.start({ dataDir, env });
  await measureReadsAgain(bench, caching, many);
  await caching.stop();
}
