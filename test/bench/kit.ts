/** The test kit as a test file uses it: a process that imports it, starts instances one after another, and says how long each took. */
import { startDayshift } from "../../src/testing/index.ts";

/** Milliseconds of wall time and of CPU, all threads. */
interface Taken {
  readonly wall: number;
  readonly cpu: number;
}

async function start(): Promise<Taken> {
  const before = process.cpuUsage();
  const began = performance.now();
  const dayshift = await startDayshift();
  const wall = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  await dayshift.stop();
  return { wall, cpu: (user + system) / 1000 };
}

async function starts(count: number): Promise<readonly Taken[]> {
  const taken: Taken[] = [];
  while (taken.length < count) taken.push(await start());
  return taken;
}

process.on("message", ({ count }: { count: number }) => {
  starts(count).then(
    (taken) => process.send?.({ taken }),
    (error: unknown) => {
      throw error;
    },
  );
});
process.on("disconnect", () => process.exit());
process.send?.({ ready: true });
