/** A process that syncs a file, and makes the storage sound again while that sync is failing. Says how the sync ended. */
import { closeSync, fdatasync, fsyncSync, openSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import { controlOf } from "../helpers/faults.ts";

const [file = ""] = process.argv.slice(2);
const control = controlOf(process.env["FAULTS_CONTROL"] ?? "");
/** So much that putting it back takes longer than changing the rules. */
const size = 32 * 1024 * 1024;
const looks = 1_000_000;

function awaitStrike(): void {
  for (let left = looks; left > 0; left--) if ((control.counts()[0]?.hit ?? 0) > 0) return;
}

const descriptor = openSync(file, "r+");
writeSync(descriptor, Buffer.alloc(size, "before"), 0, size, 0);
fsyncSync(descriptor);
writeSync(descriptor, Buffer.alloc(size, "behind"), 0, size, 0);
control.set({ calls: ["sync"], kinds: ["file"], error: "EIO", mode: "from", n: 1, drops: true });
const ended = promisify(fdatasync)(descriptor).then(
  () => "done",
  (error: NodeJS.ErrnoException) => error.code,
);
awaitStrike();
control.set();
process.stdout.write(JSON.stringify(await ended));
closeSync(descriptor);
control.close();
