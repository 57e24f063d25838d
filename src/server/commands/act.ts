/** Where a command acts: on the files itself, or in the service that runs; and how it shows what came of it. */
import { createClock } from "../../actors/runtime/clock.ts";
import { createIds } from "../../actors/runtime/ids.ts";
import { createMoves, type Moves } from "../archive/moves.ts";
import { workspacesIn } from "../backup/files.ts";
import { ownersOfFiles } from "../backup/owners.ts";
import { openConfigured } from "../directory/directory.ts";
import { isCacheFolder } from "../base/cache-folder.ts";
import { commandConfiguration } from "./configuration.ts";
import { hereOrThere } from "../base/folder.ts";
import { inColumns } from "./in-columns.ts";

export interface MoveFlags {
  readonly dataDir?: string;
  readonly to?: string;
  readonly json?: boolean;
}

type Input = Readonly<Record<string, string>>;

/** The id that was named, or of the only workspace in the data folder. Throws when there is none, or a choice. */
export function whichWorkspace(id: string | undefined, { dataDir: named }: MoveFlags): string {
  if (id !== undefined) return id;
  const { dataDir } = commandConfiguration({ "data-dir": named });
  if (isCacheFolder(dataDir)) throw new Error("Which workspace? Name its id: dayshift workspaces list shows them.");
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
  const text = json === true ? JSON.stringify(outcome, null, 2) : inColumns(words, process.stdout.columns);
  process.stdout.write(`${text}\n`);
}
