/** The command `dayshift`: the service itself, and everything that talks to one. */
import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { processIo } from "./cli/host.ts";
import { runCli } from "./cli/program.ts";
import { addBackup } from "./server/commands/backup.ts";
import { version } from "./server/version.ts";

/** `serve` has flags of its own, one for each setting. */
function addLocal(program: Command): void {
  program
    .command("serve")
    .description("Start the service on this machine")
    .allowUnknownOption()
    .helpOption(false)
    .argument("[flags...]")
    .action(() => undefined);
  addBackup(program);
}

const [first, ...rest] = process.argv.slice(2);
if (first === "serve") {
  const { serve } = await import("./server.ts");
  await serve(rest);
} else {
  const io = processIo();
  const parts = { io, version, newKey: () => randomUUID(), addLocal };
  process.exitCode = await runCli(parts, process.argv.slice(2));
  io.stdin.close();
}
