/** `dayshift export`, and what `import` does with an archive; what they do is loaded when it is asked for. */
import type { Command } from "commander";
import type { MoveFlags } from "./act.ts";

/** Adds it. */
export function addMoves(program: Command): void {
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
}

/** Takes in a workspace that was exported elsewhere, with the same ids. */
export async function takeArchive(file: string, flags: MoveFlags): Promise<void> {
  const { importFrom } = await import("./move-actions.ts");
  await importFrom(file, flags);
}
