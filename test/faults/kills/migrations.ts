/** Kills while files of version 1.0.0 are migrated. */
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Faults } from "../../helpers/faults.ts";
import { oldWorkspace } from "../../helpers/old-workspace.ts";
import { createRandom } from "../../torture/random.ts";
import { chosen } from "../chosen.ts";
import { damageOf } from "../damage.ts";
import { killAt, killed, type KillOptions, type KillResult, withFaults } from "./at-call.ts";

/** The schema that version 1.0.0 wrote. */
const released = 4;

/** Each kill must leave a file that the next start migrates to its end, with all that was in it. */
export function killMigrations({ seed, driver, most }: KillOptions): KillResult {
  return withFaults((folder, dataDir, faults) => {
    const file = oldWorkspace(dataDir, released);
    const image = join(folder, "image");
    cpSync(dataDir, image, { recursive: true });
    faults.set(killAt(1, "none"));
    const open = (): { stdout: string; stderr: string } => openOnce(file, driver, faults);
    open();
    const problems: string[] = [];
    let kills = 0;
    const places = chosen(faults.counts()[0]?.seen ?? 0, most, createRandom(seed));
    for (const n of places) {
      rmSync(dataDir, { recursive: true });
      cpSync(image, dataDir, { recursive: true });
      faults.set(killAt(n));
      open();
      kills += killed(faults);
      faults.set();
      const { stdout, stderr } = open();
      if (stdout !== '["Old"]') problems.push(`a migration killed at call ${n}: ${stdout} ${stderr.slice(-300)}`);
      for (const damage of damageOf(file)) problems.push(`a migration killed at call ${n}: ${damage}`);
    }
    return { kills, problems };
  });
}

function openOnce(file: string, driver: string, { env }: Faults): { stdout: string; stderr: string } {
  const args = ["--import", "tsx", join(import.meta.dirname, "opener.ts"), file, String(released)];
  const all = { ...process.env, ...env, DAYSHIFT_SQLITE_DRIVER: driver };
  return spawnSync(process.execPath, args, { encoding: "utf8", env: all });
}
