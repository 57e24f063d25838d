/** Following at length: two hundred followers of many changes, with a kill every ten thousand. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { follow } from "./followers.ts";

const followers = 200;
/** Todos that are created at a time. */
const step = 200;
const killEvery = 50;

/** Has so many changes followed and says what came of it; true when everybody received all of them once and in order. */
export async function followAtLength(changes: number): Promise<boolean> {
  const start = performance.now();
  const dataDir = mkdtempSync(join(tmpdir(), "dayshift-followers-"));
  const { signal } = new AbortController();
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  try {
    const problems = await follow({ dataDir, workers: "0", followers, changes, step, killEvery, signal, say });
    const took = ((performance.now() - start) / 1000).toFixed(1);
    process.stdout.write(`${took} s: ${followers} followers of ${changes} changes, ${problems.length} problems\n`);
    for (const problem of problems.slice(0, 20)) process.stdout.write(`  ${problem}\n`);
    return problems.length === 0;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
