/** A backup while people work: what it adds to the latency of an acknowledged write. */
import { askService } from "../../../src/server/base/control.ts";
import type { Bench } from "../bench.ts";
import { expectStatus } from "../child.ts";
import { signIn } from "../client.ts";
import { counter, requestText } from "../http-text.ts";
import { seedWorkspace } from "../seed.ts";
import type { RunningService } from "../service.ts";
import { percentile, spreadOf } from "../stats.ts";

const group = "Backup under load";
const connections = 8;
/** Milliseconds between an answer and the next write of a connection: people at work, not a flood. */
const pause = 5;

export async function measureBackup(bench: Bench): Promise<void> {
  const dataDir = bench.folder();
  const service = await bench.start({ dataDir, env: { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000" } });
  const { token } = await signIn(service.url);
  bench.say(`filling a workspace with ${bench.scale.todos} todos, for backups`);
  const { keys } = await seedWorkspace(bench, service, token, bench.scale.todos);
  const to = bench.folder();
  const backUp = (): Promise<number> => backupTime(dataDir, to);
  const alone = await backUp();
  const writing = createWriting(bench, service, keys, alone * 2 + 1000);
  await writing();
  const without: number[] = [];
  const during: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < bench.scale.rounds; round++) {
    without.push(...(await writing()));
    const [latencies, time] = await Promise.all([writing(), backUp()]);
    during.push(...latencies);
    times.push(time);
  }
  await service.stop();
  report(bench, without, during, { alone, loaded: percentile(times, 0.5) });
}

/** Milliseconds that a backup of the changed workspace takes. */
async function backupTime(dataDir: string, to: string): Promise<number> {
  const start = performance.now();
  await askService(dataDir, "backup", { to, keep: 2 }, () => undefined);
  return performance.now() - start;
}

/** A load of so many milliseconds; answers the latency of each write. */
function createWriting(bench: Bench, { port }: RunningService, keys: readonly string[], milliseconds: number) {
  const requests = Array.from({ length: connections }, (_, at) =>
    requestText({
      method: "POST",
      path: "/api/v1/todos",
      key: keys[at % keys.length] as string,
      body: { title: `Written during a backup ${counter}` },
    }),
  );
  return async (): Promise<readonly number[]> => {
    const result = await bench.load({ port, connections, requests, milliseconds, pause });
    return expectStatus(result, 201, "writing during a backup").latencies;
  };
}

function report(
  bench: Bench,
  without: readonly number[],
  during: readonly number[],
  times: { readonly alone: number; readonly loaded: number },
): void {
  const [calm, busy] = [spreadOf(without), spreadOf(during)];
  const worst = { calm: percentile(without, 1), busy: percentile(during, 1) };
  const written = `${connections} connections, ${bench.scale.todos} todos, ${during.length} writes`;
  bench.add({
    id: "backup-latency-worst",
    group,
    what: "worst acknowledgement of a write during a backup, beyond the worst of the same load without",
    value: worst.busy - worst.calm,
    unit: "ms",
    target: null,
    note: `${worst.busy.toFixed(1)} ms during, ${worst.calm.toFixed(1)} ms without; ${written}`,
  });
  bench.add({
    id: "backup-latency-p99",
    group,
    what: "p99 of the same, during the backup",
    value: busy.p99,
    unit: "ms",
    target: null,
    note: `${calm.p99.toFixed(1)} ms without; p50 ${busy.p50.toFixed(1)} and ${calm.p50.toFixed(1)} ms`,
  });
  bench.add({
    id: "backup-time",
    group,
    what: `a backup of the changed workspace of ${bench.scale.todos} todos, under that load`,
    value: times.loaded,
    unit: "ms",
    target: null,
    note: `${times.alone.toFixed(0)} ms when nothing else happens`,
  });
}
