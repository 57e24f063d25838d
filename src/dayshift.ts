/** The command `dayshift`: the service itself, and everything that talks to one. */
import type { Command } from "commander";
import { processIo } from "./cli/host.ts";
import { runCli } from "./cli/program.ts";
import { addBackup } from "./server/commands/backup.ts";
import { addDoctor } from "./server/commands/doctor.ts";
import { addMoves, takeArchive } from "./server/commands/moves.ts";
import { version } from "./server/version.ts";

const io = processIo();
const [first, ...rest] = process.argv.slice(2);

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
  addDoctor(program);
  addMoves(program, (prompt) => io.stdin.line(prompt, { hidden: true }));
}

if (first === "serve") {
  const { serve } = await import("./server.ts");
  await serve(rest);
} else {
  const code = await runCli({ io, version, addLocal, takeArchive }, process.argv.slice(2));
  if (code !== 0) process.exitCode = code;
  io.stdin.close();
}
