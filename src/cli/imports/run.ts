/** An import, from the files to the report. */
import { counted } from "../../schema/counted.ts";
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import type { Api } from "../session/api.ts";
import { connect, type Flags } from "../session/context.ts";
import { CliFailure, exitCodes, inPerson, usage } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";
import type { Active } from "../session/profiles.ts";
import type { Export, Source, Surroundings } from "./formats/draft.ts";
import { formats, productNames } from "./formats/index.ts";
import { plan, type Plan } from "./plan.ts";
import { type Read, readFiles } from "./read.ts";
import { type Report, reportOf, showPlan } from "./report.ts";
import { send, type Sender } from "./send.ts";
import { shape, type Shaped } from "./shape.ts";
import { createCounts } from "./formats/counts.ts";

export interface ImportFlags extends Flags {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly includeDone?: boolean;
}

/** Shows what would be imported and, once that was agreed to, imports it. `named`: the product, when the person said which. */
export async function runImport(
  io: Io,
  flags: ImportFlags,
  paths: readonly string[],
  named: Source | null,
): Promise<void> {
  const { api, profile } = await connect(io, flags);
  requirePerson(profile);
  const read = await readFiles(io, paths, named);
  const around = surroundings(io, flags, read);
  const shaped = await shape(understood(read, around), around);
  if (shaped.parcels.length === 0 && shaped.lists.length === 0)
    throw usage(`There is nothing to import in ${paths.join(", ")}.`);
  const sender = { io, api, source: read.source };
  const planned = await plan(sender, shaped, shaped.maker);
  const report = (dryRun: boolean, of: Plan) =>
    reportOf(of, shaped.lists, around.counts, { source: read.source, files: paths, dryRun });
  const before = report(true, planned);
  if (flags.json !== true) showPlan(io, before, planned.todos, await headingOf(api, read.source));
  if (!(await mayGoOn(io, flags, before))) {
    if (flags.json === true) io.stdout.write(`${JSON.stringify(before, null, 2)}\n`);
    return;
  }
  const done = await bring(sender, shaped, planned);
  const after = report(false, done);
  if (flags.json === true) io.stdout.write(`${JSON.stringify(after, null, 2)}\n`);
  else io.stdout.write(`${summaryOf(after)}\n`);
}

/** What the files hold. A file that no parser was made for is refused, whatever the parser says about it. */
function understood({ source, files }: Read, around: Surroundings): Export {
  try {
    return formats[source](files, around);
  } catch (error) {
    if (error instanceof CliFailure) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw usage(`${files.map(({ name }) => name).join(", ")} cannot be read as ${productNames[source]}: ${why}`);
  }
}

/** Importing is of the app interface, which keys and tokens of apps do not open. */
function requirePerson({ token, keyFrom }: Active): void {
  if (token.startsWith("dss_")) return;
  const message = "Importing takes a person, who the new todos are assigned to: keys and apps cannot.";
  throw new CliFailure(message, exitCodes.credential, inPerson(keyFrom));
}

function surroundings(io: Io, { includeDone }: ImportFlags, { source, others }: Read): Surroundings {
  const counts = createCounts();
  // The other files of Vikunja are the attachments, which the tasks name.
  if (source !== "vikunja") for (const name of others) counts.leaveOut("other files in the zip file", name);
  return { now: io.now(), timezone: io.timezone, includesDone: includeDone === true, counts };
}

async function headingOf(api: Api, source: Source): Promise<string> {
  const { workspace } = (await api.call(operationById("getIdentity"))) as OutputOf<"getIdentity">;
  return `${productNames[source]} into the workspace ${workspace.name} at ${api.url}`;
}

/** False when nothing is to be written. Throws where there is nobody to ask. */
async function mayGoOn(io: Io, flags: ImportFlags, report: Report): Promise<boolean> {
  const lists = report.todoLists.filter(({ result }) => result === "created").length;
  const isNothing = report.created === 0 && lists === 0;
  if (flags.json !== true && isNothing) io.stdout.write(`\nNothing is new: ${restOf(report).join(", ")}.\n`);
  if (isNothing) return false;
  const again = "Nothing was written. Go ahead with the same command and --yes.";
  if (flags.dryRun === true) {
    if (flags.json !== true) io.stderr.write(`\n${again}\n`);
    return false;
  }
  if (flags.yes === true) return true;
  if (!io.stdin.isTerminal) throw usage("There is nobody to ask here.", `${again} --dry-run only looks.`);
  const answer = await io.stdin.line(
    `\nImport ${counted(report.created, "todo")} and ${counted(lists, "list")}? [y/N] `,
  );
  if (/^y(es)?$/i.test(answer?.trim() ?? "")) return true;
  io.stderr.write("Nothing was written.\n");
  return false;
}

/** Sends what is new; what became of it takes the place of what was planned. */
async function bring(sender: Sender, { lists }: Shaped, planned: Plan): Promise<Plan> {
  const fresh = planned.todos.filter(({ result }) => result === "created").map(({ parcel }) => parcel);
  const skipped = planned.lists.filter(({ result }) => result === "skipped");
  const taken = lists.filter((list) => !skipped.some(({ externalId }) => externalId === list.externalId));
  const outcomes = await send(sender, taken, fresh, false);
  const became = new Map(outcomes.todos.map((outcome) => [outcome.externalId, outcome]));
  const todos = planned.todos.map((one) => {
    const outcome = one.result === "created" ? became.get(one.parcel.todo.externalId) : undefined;
    return outcome === undefined ? one : { ...one, result: outcome.result, why: outcome.reason };
  });
  return { lists: [...outcomes.lists, ...skipped], todos };
}

function summaryOf(report: Report): string {
  const lists = report.todoLists.filter(({ result }) => result === "created").length;
  const made = `${counted(report.created, "todo")} and ${counted(lists, "list")} created`;
  return `${[made, ...restOf(report)].join(", ")}.`;
}

function restOf({ unchanged, skipped }: Report): string[] {
  return [
    ...(unchanged > 0 ? [`${unchanged} imported before and left as they are`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
  ];
}
