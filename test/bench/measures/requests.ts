/** The service with one large workspace: reading, growth, writing, and the memory that all of it took. */
import type { Bench } from "../bench.ts";
import { signIn } from "../client.ts";
import { memoryMegabytes } from "../process-stats.ts";
import { seedWorkspace } from "../seed.ts";
import { measureGrowth } from "./growth.ts";
import { measureReads, measureReadsAgain, measureReadsBeyondMemory, measureReadsOfFile } from "./reads.ts";
import { measureWrites } from "./writes.ts";

export async function measureRequests(bench: Bench): Promise<void> {
  const dataDir = bench.folder();
  const env = { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000" };
  // A load asks for the same few things again and again: with kept answers it would measure those alone.
  const anew = { ...env, DAYSHIFT_KEPT_ANSWERS_MB: "0" };
  const service = await bench.start({ dataDir, env: anew });
  const { token } = await signIn(service.url);
  bench.say(`filling a workspace with ${bench.scale.todos} todos`);
  const many = await seedWorkspace(bench, service, token, bench.scale.todos);
  const few = await seedWorkspace(bench, service, token, bench.scale.fewTodos);
  await measureReads(bench, service, many);
  await measureWrites(bench, service, many);
  const { peak } = memoryMegabytes(service.pid);
  const what = `peak memory under all of the above, ${bench.scale.todos} todos`;
  bench.add({ id: "peak", group: "Start and memory", what, value: peak, unit: "MB", target: null, note: "" });
  await service.stop();
  const reading = await bench.start({ dataDir, env: { ...anew, DAYSHIFT_KEPT_TODOS_MB: "0" } });
  await measureReadsOfFile(bench, reading, many);
  await measureGrowth(bench, reading, few, many);
  await reading.stop();
  const forgetful = await bench.start({ dataDir, env: { ...anew, DAYSHIFT_KEPT_TODOS_MB: "1" } });
  await measureReadsBeyondMemory(bench, forgetful, many);
  await forgetful.stop();
  const keeping = await bench.start({ dataDir, env });
  await measureReadsAgain(bench, keeping, many);
  await keeping.stop();
}
