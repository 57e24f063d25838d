/** What a kill would leave of a folder that this process writes to. */
import { spawnSync } from "node:child_process";

/** A program that Deno starts has its environment, whatever it is given. */
const script = `
  unset LD_PRELOAD
  kill -STOP "$PPID"
  until grep -q "^State:.T" "/proc/$PPID/status"; do :; done
  cp -R "$1" "$2"
  copied=$?
  kill -CONT "$PPID"
  exit $copied`;

/** Copies the folder while all threads of this process stand still. The copying meets no failing storage. */
export function copyAsKilled(from: string, to: string): void {
  const { status, stderr } = spawnSync("sh", ["-c", script, "sh", from, to], {
    env: { PATH: process.env["PATH"] },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${from} could not be copied: ${stderr}`);
}
