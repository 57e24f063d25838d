/** Deno's part of the gate: the main job, and those tests that ask most of the runtime. `npm run test:deno`. */
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { noPostgres } from "../helpers/postgres.ts";
import { deno } from "./deno.ts";

const part = [
  // Not its drivers: node:sqlite of Deno gives no result codes (docs/deno.md).
  ...globSync("test/actors/store/*.test.ts"),
  "test/actors/threads",
  "test/api/chats/chats.test.ts",
  "test/api/captures/media.test.ts",
  "test/api/captures/recordings.test.ts",
  "test/api/restart.test.ts",
  "test/client",
  "test/cluster/node.test.ts",
  "test/gateway/directory/argon2.test.ts",
  "test/gateway/directory/passwords.test.ts",
  "test/gateway/http",
  "test/gateway/recordings",
  // Two nodes of which one owns the data, and what may happen to them.
  ...(noPostgres === false ? ["test/machines/faults.test.ts"] : []),
  "test/server/launcher.test.ts",
  "test/server/start-error.test.ts",
  "test/server/unread-log.test.ts",
  "test/server/workers.test.ts",
];

/** Without the cache of what Node made of the source: a program that Deno starts inherits it, whatever it is given. */
const { NODE_COMPILE_CACHE: _, ...env } = process.env;

run(process.execPath, ["test/run.ts", "test/deno/main-job.ts"]);
run(deno, ["task", "test", ...part]);

/** Ends this process when the program does not end well. */
function run(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: "inherit", env });
  if (error !== undefined) console.error(`${program}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
