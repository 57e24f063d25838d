/** `dayshift export`, `password`, and what `import` does with an archive; what they do is loaded when it is asked for. */
import type { Command } from "commander";
import type { MoveFlags } from "./act.ts";

/** Adds them. `ask` answers the line that a person types, unseen; null at the end of the input. */
export function addMoves(program: Command, ask: (prompt: string) => Promise<string | null>): void {
  const folder = ["--data-dir <folder>", "data folder of the service"] as const;
  program
    .command("export")
    .description(
      "Write a workspace, with its recordings, into one file that another service imports, or plainly (--plain)",
    )
    .argument("[workspace-id]", "which one; not needed where there is only one")
    .option("--plain", "into a folder that needs no Dayshift: JSON lines, Markdown and audio files")
    .option("--to <path>", "what to write; <workspace id>.dayshift when left out, plainly dayshift-<name>")
    .option(...folder)
    .action(async (id: string | undefined, _options: unknown, command: Command) => {
      const flags = command.optsWithGlobals<MoveFlags & { readonly plain?: boolean }>();
      const { exportTo } = await import("./move-actions.ts");
      if (flags.plain !== true) return exportTo(id, flags);
      const { exportPlainly } = await import("./plain-actions.ts");
      await exportPlainly(id, flags);
    });
  program
    .command("password")
    .description("Set the password of a person, as the operator of the data folder")
    .argument("<email>")
    .option("--reset-second-factor", "switch the second factor of the person off instead")
    .option(...folder)
    .action(async (email: string, _options: unknown, command: Command) => {
      const flags = command.optsWithGlobals<MoveFlags & { readonly resetSecondFactor?: boolean }>();
      const { resetSecondFactor, setPassword } = await import("./move-actions.ts");
      if (flags.resetSecondFactor === true) return resetSecondFactor(email, flags);
      const password = await ask("New password: ");
      await setPassword(email, password ?? "", flags);
    });
}

/** Takes in a workspace that was exported elsewhere, with the same ids. */
export async function takeArchive(file: string, flags: MoveFlags): Promise<void> {
  const { importFrom } = await import("./move-actions.ts");
  await importFrom(file, flags);
}
