/** `dayshift undo`: takes back a change, what an agent did in a run or a chat, or the last thing. Says first what it would do. */
import type { Command } from "commander";
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import { platform } from "../../client/ports.ts";
import { deedInWords, fieldName } from "../output/change-words.ts";
import { show } from "../output/show.ts";
import { plain, wrap } from "../output/text.ts";
import { CliFailure, exitCodes, Refused, usage } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";
import type { Api } from "../session/api.ts";
import { connect, type Flags, flagsOf } from "../session/context.ts";

type UndoAnswer = OutputOf<"undoRecordChanges">;

/** What is to be undone, as the operation takes it. */
type Choice = Readonly<Record<string, string | readonly string[] | boolean>>;

interface UndoFlags extends Flags {
  readonly tree?: boolean;
  readonly skip?: boolean;
  readonly yes?: boolean;
}

interface Asked {
  readonly api: Api;
  readonly choice: Choice;
  readonly plan: UndoAnswer;
}

/** Adds it. */
export function addUndo(program: Command, io: Io): void {
  program
    .command("undo")
    .description(
      "Take back a change, or all that an agent did in a run or chat; without an id the last thing you or your agents did",
    )
    .argument("[id]", "of a change, as `dayshift log` shows it, or of a run, a chat, a turn or a change set")
    .option("--tree", "with what the runs did that were started by it")
    .option("--skip", "leave what cannot be undone, and undo the rest")
    .option("--yes", "without asking")
    .action(async (id: string | undefined, _options: unknown, command: Command) => {
      const flags = flagsOf(command) as UndoFlags;
      const { api } = await connect(io, flags);
      const chosen = id === undefined ? [await lastThing(api)] : choicesFor(id);
      const asked = await plan(
        api,
        chosen.map((choice) => ({ ...choice, ...(flags.tree === true && { tree: true }) })),
      );
      await carryOut(io, flags, asked);
    });
}

const undoing = operationById("undoRecordChanges");
const changeId = /^\d+-[\w-]{8}$/;
const anyId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The ids of runs, chats, turns and calls look the same: each is asked for until one is known. */
function choicesFor(id: string): readonly Choice[] {
  if (!changeId.test(id) && !anyId.test(id)) {
    const message = `"${plain(id)}" is no id of a change, run, chat, turn or change set.`;
    throw usage(message, "dayshift log shows what was changed, each with its id.");
  }
  return changeId.test(id)
    ? [{ changeIds: [id] }]
    : ["runId", "chatId", "turnId", "changeSetId"].map((name) => ({ [name]: id }));
}

async function plan(api: Api, choices: readonly Choice[]): Promise<Asked> {
  let refusal: unknown = null;
  for (const choice of choices) {
    try {
      return { api, choice, plan: (await api.call(undoing, { ...choice, dryRun: true })) as UndoAnswer };
    } catch (error) {
      if (!(error instanceof Refused) || error.exitCode !== exitCodes.notFound) throw error;
      refusal ??= error;
    }
  }
  if (choices.length < 2) throw refusal;
  throw new CliFailure(
    "There is no run, chat, turn or change set with that id.",
    exitCodes.notFound,
    "dayshift log shows what was changed.",
  );
}

/** What this person did last, or what an agent did last for them, after one message; what undid something is left out. */
async function lastThing(api: Api): Promise<Choice> {
  const { user } = (await api.call(operationById("getIdentity"))) as OutputOf<"getIdentity">;
  let cursor: string | null = null;
  do {
    const input = { limit: 100, ...(cursor !== null && { cursor }) };
    const page = (await api.call(operationById("listRecordChanges"), input)) as OutputOf<"listRecordChanges">;
    const last = page.data.find(
      ({ actor, onBehalfOf, undo, undoes }) =>
        (actor.id === user.id || onBehalfOf === user.id) && undo.state === "possible" && undoes === null,
    );
    if (last !== undefined) return last.turnId === null ? { changeSetId: last.changeSetId } : { turnId: last.turnId };
    cursor = page.nextCursor;
  } while (cursor !== null);
  throw new CliFailure(
    "There is nothing of yours to undo.",
    exitCodes.notFound,
    "dayshift log shows what was changed.",
  );
}

async function carryOut(io: Io, flags: UndoFlags, { api, choice, plan }: Asked): Promise<void> {
  const asJson = flags.json === true;
  if (!asJson) io.stderr.write(inWords(plan, "Would undo", io.stderr.columns));
  if (plan.undone.length === 0) {
    if (asJson) show(io, plan, true);
    throw new CliFailure("Nothing of it can be undone.", exitCodes.conflict);
  }
  const conflicts = plan.left.filter(({ reason }) => hindering.has(reason));
  const isSkipping = flags.skip === true;
  if (flags.yes !== true && !(await isWanted(io, conflicts.length > 0 && !isSkipping)))
    return io.stderr.write("Nothing was undone.\n");
  const onConflict = isSkipping || flags.yes !== true ? "skip" : "refuse";
  const wanted = exactly(choice, plan);
  const answer = (await api.call(
    undoing,
    { ...wanted, onConflict },
    { idempotencyKey: platform.newKey() },
  )) as UndoAnswer;
  if (asJson) return show(io, answer, true);
  io.stdout.write(inWords(answer, "Undone", io.stdout.columns));
}

const hindering: ReadonlySet<string> = new Set(["changed_since", "refused", "missing_scope"]);
const mostNamed = 500;

/** What was shown, and nothing that came since, as far as so many can be named. */
function exactly(choice: Choice, { changes }: UndoAnswer): Choice {
  return changes.length > mostNamed ? choice : { changeIds: changes.map((change) => change.changeId) };
}

async function isWanted(io: Io, isPart: boolean): Promise<boolean> {
  if (!io.stdin.isTerminal)
    throw usage("Nothing was undone: there is nobody to ask.", "Say --yes to undo it without asking.");
  const answer = await io.stdin.line(isPart ? "Undo the rest, and leave that? [y/N] " : "Undo it? [y/N] ");
  return answer !== null && /^y(es)?$/i.test(answer.trim());
}

/** What is undone, what is left with its reason, and the chats that stay closed, a line each. */
function inWords({ changes, undone, left, closedChats }: UndoAnswer, head: string, columns: number | null): string {
  const words = new Map(changes.map((change) => [change.changeId, `${change.changeId}  ${deedInWords(change)}`]));
  const of = (id: string): string => words.get(id) ?? id;
  const lines = undone.map((id) => `${head}: ${of(id)}`);
  for (const { changeId: id, why, fields } of left) {
    const which = fields === null ? "" : ` (${fields.map(fieldName).join(", ")})`;
    lines.push(`Left: ${of(id)}${which}\n      ${plain(why)}`);
  }
  for (const { chatId, title } of closedChats)
    lines.push(`Stays closed: the chat ${title === null ? chatId : `“${plain(title)}” (${chatId})`}`);
  const wrapped = columns === null ? lines : lines.flatMap((line) => wrap(line, columns));
  return wrapped.map((line) => `${line}\n`).join("");
}
