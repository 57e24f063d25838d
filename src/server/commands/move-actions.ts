/** What `dayshift export`, `import` and `password` do. */
import { resolve } from "node:path";
import { createClock } from "../../actors/runtime/clock.ts";
import { createIds } from "../../actors/runtime/ids.ts";
import { makeFolder } from "../../actors/store/files.ts";
import { createMoves, type Moves } from "../archive/moves.ts";
import { workspacesIn } from "../backup/files.ts";
import { ownersOfFiles } from "../backup/owners.ts";
import { openConfigured } from "../directory/directory.ts";
import { commandConfiguration } from "./configuration.ts";
import { hereOrThere } from "../base/folder.ts";
import { counted } from "../../schema/counted.ts";
import { readableBytes } from "../backup/progress.ts";

export interface MoveFlags {
  readonly dataDir?: string;
  readonly to?: string;
  readonly json?: boolean;
}

type Input = Readonly<Record<string, string>>;

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
  const lines = [`${manifest.workspace.name} (${manifest.workspace.id}) is here, as it was on ${manifest.createdAt}.`];
  for (const email of newcomers)
    lines.push(`New here, without a password: ${email}. Give one with: dayshift password ${email}`);
  lines.push(
    "Keys, sessions and connected apps stayed behind. Retire the workspace where it came from, so that its schedules run once.",
  );
  print(flags, imported, lines.join("\n"));
}

/** Sets a password. */
export async function setPassword(email: string, password: string, flags: MoveFlags): Promise<void> {
  await act(flags, "password", { email, password }, (moves) => moves.setPassword(email, password));
  print(flags, { email }, `${email} has a new password; sessions of before have ended.`);
}

/** The id that was named, or of the only workspace in the data folder. Throws when there is none, or a choice. */
export function whichWorkspace(id: string | undefined, { dataDir: named }: MoveFlags): string {
  if (id !== undefined) return id;
  const { dataDir } = commandConfiguration({ "data-dir": named });
  const ids = workspacesIn(dataDir);
  const [only] = ids;
  if (only === undefined) throw new Error(`There is no workspace in ${dataDir}. Name the data folder with --data-dir.`);
  if (ids.length === 1) return only;
  const some = ids.slice(0, 10).join("\n  ");
  throw new Error(
    `Which of the ${ids.length} workspaces? Name its id (dayshift workspaces list shows their names):\n  ${some}`,
  );
}

/** Does it here, or has the running service do it. */
export async function act<T>(
  flags: MoveFlags,
  command: string,
  input: Input,
  action: (moves: Moves) => Promise<T>,
): Promise<T> {
  const configuration = commandConfiguration({ "data-dir": flags.dataDir });
  const { dataDir, directoryUrl } = configuration;
  const here = async (): Promise<T> => {
    const clock = createClock();
    const directory = await openConfigured(configuration, clock, createIds(clock));
    try {
      const owners = ownersOfFiles(dataDir, directoryUrl !== null);
      return await action(createMoves({ dataDir, directory, owners, clock, workspaces: null }));
    } finally {
      await directory.close();
    }
  };
  return hereOrThere(dataDir, here, { command, input });
}

/** Prints the outcome for programs, or the words for people. */
export function print({ json }: MoveFlags, outcome: unknown, words: string): void {
  process.stdout.write(`${json === true ? JSON.stringify(outcome, null, 2) : words}\n`);
}
