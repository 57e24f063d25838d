/** The command `dayshift`: the service itself, and everything that talks to one. Each is loaded when it is asked for. */
import type { Command } from "commander";
import { version } from "./server/base/version.ts";

const [first, ...rest] = process.argv.slice(2);

/** `serve` has flags of its own, one for each setting. */
function addServe(program: Command): void {
  program
    .command("serve")
    .description("Start the service on this machine")
    .allowUnknownOption()
    .helpOption(false)
    .argument("[flags...]")
    .action(() => undefined);
}

async function runCommand(): Promise<void> {
  const { processIo } = await import("./cli/host/io.ts");
  const { runCli } = await import("./cli/program.ts");
  const { addBackup } = await import("./server/commands/backup.ts");
  const { addDoctor } = await import("./server/commands/doctor.ts");
  const { addMoves, takeArchive } = await import("./server/commands/moves.ts");
  const { addPeople } = await import("./server/commands/people.ts");
  const { addSetup } = await import("./server/commands/setup.ts");
  const { addStore } = await import("./server/commands/store.ts");
  const io = processIo();
  const addLocal = (program: Command): void => {
    addServe(program);
    addBackup(program);
    addDoctor(program);
    addMoves(program);
    addSetup(program, {
      ask: (prompt, hidden = false) => io.stdin.line(prompt, { hidden }),
      show: (text) => io.stderr.write(text),
    });
    addStore(program);
    addPeople(program, (prompt) => io.stdin.line(prompt, { hidden: true }));
  };
  const code = await runCli({ io, version, addLocal, takeArchive }, process.argv.slice(2));
  if (code !== 0) process.exitCode = code;
  io.stdin.close();
}

if (first === "serve") {
  const { serve } = await import("./server.ts");
  await serve(rest);
} else await runCommand();
