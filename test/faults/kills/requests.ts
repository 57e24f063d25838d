/** Kills at each call that changes a file while one request is carried out by the service. */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type RunningService, startService } from "../../bench/service.ts";
import { createRandom } from "../../torture/random.ts";
import { chosen } from "../chosen.ts";
import { type Asked, enter, type World } from "../storm/world.ts";
import { killAt, killed, type KillOptions, type KillResult, withFaults } from "./at-call.ts";

export interface Request<Made> {
  /** What it is, as in `an erasure`. */
  readonly name: string;
  /** What the request is about. */
  prepare(world: World): Promise<Made>;
  /** Null when no answer came. */
  act(world: World, made: Made): Promise<Asked | null>;
  /** What is wrong after the kill, or null; starts the service as it needs it. */
  look(after: AfterKill, made: Made): Promise<string | null>;
}

export interface AfterKill {
  readonly start: () => Promise<RunningService>;
  readonly dataDir: string;
  readonly world: World;
  /** Whether the request was answered with success. */
  readonly isAcknowledged: boolean;
}

/** Carries the request out over and over on the same folder, each time killed at another call. */
export function killRequests<Made>(options: KillOptions, request: Request<Made>): Promise<KillResult> {
  return withFaults(async (folder, dataDir, faults) => {
    const start = () => startService({ dataDir, env: { ...faults.env, DAYSHIFT_SQLITE_DRIVER: options.driver } });
    const image = join(folder, "image");
    const first = await start();
    const world = await enter(first.url, dataDir);
    const made = await request.prepare(world);
    await first.kill();
    cpSync(dataDir, image, { recursive: true });

    /** Carries it out on a copy of what was prepared; answers whether that was acknowledged. */
    const actOnce = async (n: number, error: "kill" | "none"): Promise<boolean> => {
      rmSync(dataDir, { recursive: true });
      cpSync(image, dataDir, { recursive: true });
      const service = await start();
      faults.set(killAt(n, error));
      const answer = await request.act({ ...world, origin: service.url }, made);
      await service.kill();
      return answer !== null && answer.status < 300;
    };

    const problems: string[] = [];
    if (!(await actOnce(1, "none"))) problems.push(`${request.name} is refused`);
    const places = chosen(faults.counts()[0]?.seen ?? 0, options.most, createRandom(options.seed));
    let kills = 0;
    for (const n of places) {
      const isAcknowledged = await actOnce(n, "kill");
      kills += killed(faults);
      faults.set();
      const problem = await request.look({ start, dataDir, world, isAcknowledged }, made);
      if (problem !== null) problems.push(`${request.name} killed at call ${n}: ${problem}`);
    }
    return { kills, problems };
  });
}
