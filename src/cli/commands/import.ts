/** `dayshift import`: todos of other products, and archives of workspaces; which of them, the files show. */
import { Argument, type Command } from "commander";
import { usage } from "../ports/failure.ts";
import { type Source, sources } from "../imports/formats/draft.ts";
import type { ImportFlags } from "../imports/run.ts";
import type { Io } from "../ports/io.ts";
import { flagsOf } from "../session/context.ts";

/** Takes in an archive of a workspace, as the operator of a data folder. */
export type TakeArchive = (
  file: string,
  flags: { readonly dataDir?: string; readonly json?: boolean },
) => Promise<void>;

interface Given extends ImportFlags {
  readonly dataDir?: string;
}

const words: Readonly<Record<string, Source>> = {
  ...Object.fromEntries(sources.map((source) => [source, source] as const)),
  ics: "ical",
  icalendar: "ical",
};

/** Adds it; what it does is loaded when it is asked for. */
export function addImport(program: Command, io: Io, takeArchive: TakeArchive): void {
  program
    .command("import")
    .usage(`[${sources.join("|")}] <file...> [options]`)
    .description("Bring in todos from Todoist, Vikunja, CSV or iCalendar; or a workspace that was exported elsewhere")
    .addArgument(filesArgument())
    .option("--dry-run", "only show what would be imported")
    .option("--yes", "import without asking")
    .option("--include-done", "bring in what is done, too")
    .option("--data-dir <folder>", "for an archive of a workspace: data folder of the service")
    .addHelpText("after", help)
    .action(async (given: string[], _options: unknown, command: Command) => {
      const flags = flagsOf(command) as Given;
      const named = given.length > 1 ? words[given[0]?.toLowerCase() ?? ""] : undefined;
      const files = named === undefined ? given : given.slice(1);
      if (isArchive(io, files[0] as string)) return archive(takeArchive, given, flags);
      if (flags.dataDir !== undefined) {
        throw usage(
          "--data-dir goes with archives of workspaces.",
          "Todos are sent to the service that you are signed in at.",
        );
      }
      const { runImport } = await import("../imports/run.ts");
      await runImport(io, flags, files, named ?? null);
    });
}

/** Shells offer the names of the products; any file may stand there. */
function filesArgument(): Argument {
  const argument = new Argument(
    "<files...>",
    "what was exported; the product may stand first, otherwise the files show",
  );
  argument.argChoices = [...sources];
  return argument;
}

const help = `
  dayshift import todoist backup.zip       a backup, or "Export as CSV template" of one project or several
  dayshift import vikunja export.zip       Settings, "Export your data"
  dayshift import csv todos.csv            a head with title, and any of: description, list, due, priority, status, labels, rrule, id
  dayshift import ical tasks.ics           the tasks (VTODO) of calendars
  dayshift import home.dayshift            a workspace from \`dayshift export\`, as the operator of the data folder

It shows what would be imported and asks first. The same export again brings only what is new; what is here already is left as it is.`;

/** An archive is packed with gzip; no other export is. */
function isArchive(io: Io, path: string): boolean {
  const [first, second] = io.files.bytes(path, 2);
  return first === 0x1f && second === 0x8b;
}

async function archive(takeArchive: TakeArchive, files: readonly string[], flags: Given): Promise<void> {
  const [file, ...more] = files;
  const isTodos = flags.dryRun === true || flags.yes === true || flags.includeDone === true;
  if (file === undefined || more.length > 0 || isTodos) {
    throw usage("An archive of a workspace is taken in by itself, without a product and without flags but --data-dir.");
  }
  await takeArchive(file, flags);
}
