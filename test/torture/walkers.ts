/** The simulation at length: several processes walk side by side, each with a seed of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Seen } from "../simulation/play.ts";
import type { Walks } from "../simulation/walk.ts";

const walker = fileURLToPath(new URL("walker.ts", import.meta.url));

/** Walks in so many processes and says what came of it; true when everything held. A seed whose walk failed is named: it fails again. */
export async function simulate(walks: Required<Walks>, processes: number): Promise<boolean> {
  const start = performance.now();
  const share = Math.ceil(walks.walks / processes);
  const seeds = Array.from({ length: processes }, (_, at) => walks.seed + at);
  const results = await Promise.all(seeds.map((seed) => walkAside({ ...walks, seed, walks: share })));
  const took = ((performance.now() - start) / 1000).toFixed(1);
  for (const { seed, seen, problem } of results) {
    const said = seen === null ? problem : `${inWords(seen)}, nothing stuck, lost, done twice or left open`;
    process.stdout.write(`seed ${seed}, up to ${share} walks, ${took} s: ${said}\n`);
  }
  return results.every(({ seen }) => seen !== null);
}

interface Result {
  readonly seed: number;
  readonly seen: Seen | null;
  readonly problem: string;
}

async function walkAside({ seed, walks, milliseconds }: Required<Walks>): Promise<Result> {
  const args = ["--import", "tsx", walker, String(seed), String(walks), String(milliseconds)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const [output, problem, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { seed, seen: code === 0 ? (JSON.parse(output) as Seen) : null, problem };
}

function inWords({ walks, events, turns, approvals, occurrences, planned, lives }: Seen): string {
  return `${walks} walks, ${events} events, ${turns} turns, ${approvals} approvals, ${occurrences} occurrences (${planned} followed to the next), ${lives} kills`;
}
