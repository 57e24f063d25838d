/** What `dayshift export` and `import` do. */
import { resolve } from "node:path";
import { makeFolder } from "../../actors/store/files.ts";
import { commandConfiguration } from "./configuration.ts";
import { counted } from "../../schema/counted.ts";
import { readableBytes } from "../backup/progress.ts";
import { type MoveFlags, whichWorkspace, act, print } from "./act.ts";

/** Writes a workspace into a file. */
export async function exportTo(id: string | undefined, flags: MoveFlags): Promise<void> {
  const workspaceId = whichWorkspace(id, flags);
  const to = resolve(flags.to ?? `${workspaceId}.dayshift`);
  const manifest = await act(flags, "export", { workspaceId, to }, (moves) => moves.exportTo(workspaceId, to));
  const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
  print(
    flags,
    manifest,
    `${manifest.workspace.name} is in ${to}: ${counted(manifest.files.length, "file")}, ${readableBytes(bytes)} unpacked.`,
  );
}

/** Takes a workspace in. The data folder of a machine that is new to this is made. */
export async function importFrom(file: string, flags: MoveFlags): Promise<void> {
  const from = resolve(file);
  makeFolder(commandConfiguration({ "data-dir": flags.dataDir }).dataDir);
  const imported = await act(flags, "import", { from }, (moves) => moves.importFrom(from));
  const { manifest, newcomers } = imported;
  const there = flags.dataDir === undefined ? "" : ` --data-dir ${flags.dataDir}`;
  const lines = [`${manifest.workspace.name} (${manifest.workspace.id}) is here, as it was on ${manifest.createdAt}.`];
  for (const email of newcomers)
    lines.push(`New here, without a password: ${email}. Give one with: dayshift password ${email}${there}`);
  const operators = await act(flags, "operators", {}, (moves) => moves.operators());
  if (operators.length === 0)
    lines.push(
      `Nobody may change settings of the service yet. Name somebody with: dayshift operators --add <email>${there}`,
    );
  lines.push(
    "Keys, sessions and connected apps stayed behind. Where it came from it goes on: stop that service, or pause its schedules there, so that they run once.",
  );
  print(flags, imported, lines.join("\n"));
}
