/** `dayshift doctor`; what it does is loaded when it is asked for. */
import type { Command } from "commander";
import type { DoctorFlags } from "./doctor-actions.ts";

/** Adds it. */
export function addDoctor(program: Command): void {
  program
    .command("doctor")
    .description(
      "Look everything over: data folder, limits, clock, endpoints, backups, every file; exit status 1 when something is wrong",
    )
    .option("--data-dir <folder>", "data folder of the service")
    .action(async (_options: unknown, command: Command): Promise<void> => {
      const { doctor } = await import("./doctor-actions.ts");
      await doctor(command.optsWithGlobals<DoctorFlags>());
    });
}
