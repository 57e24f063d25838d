/** Takes back what was changed after the last message that something was changed for, and says of each change what became of it. */
import { isRecord } from "../../../../schema/common.ts";
import { setback, text, type ToolOutcome } from "../shared/records.ts";
import type { Play } from "../shared/play.ts";

/** The play of "undo that". */
export function* undoLast(): Play {
  const [outcome] = yield [{ name: "undo_record_changes", input: { onConflict: "skip" } }];
  return setback(outcome, "undoing that", "undo that") ?? report(outcome);
}

const nothingToUndo = "There is nothing left to undo in this chat. Nothing was changed.";

/** What the service answered: of each change one line. */
function report(outcome: ToolOutcome | undefined): string {
  const answer = isRecord(outcome?.value) ? outcome.value : {};
  const changes = recordsIn(answer["changes"]);
  if (changes.length === 0) return nothingToUndo;
  const undone = new Set(Array.isArray(answer["undone"]) ? (answer["undone"] as readonly unknown[]) : []);
  const named = new Map(changes.map((change) => [change["changeId"], change]));
  const lines = changes.filter(({ changeId }) => undone.has(changeId)).map(undoneLine);
  for (const left of recordsIn(answer["left"])) lines.push(leftLine(left, named.get(left["changeId"])));
  for (const chat of recordsIn(answer["closedChats"])) lines.push(`The chat ${nameOf(chat["title"])} stays closed.`);
  return lines.length === 1
    ? String(lines[0])
    : `Undone, as far as it could be:\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

type Fields = Readonly<Record<string, unknown>>;

function undoneLine(change: Fields): string {
  const name = nameOf(change["recordTitle"]);
  switch (change["op"]) {
    case "created":
      return change["kind"] === "todo_run"
        ? "Cancelled the run that was started."
        : `Took ${name} back: it is archived.`;
    case "archived":
      return `Restored ${name}.`;
    case "restored":
      return `Archived ${name} again.`;
    default:
      return `Put ${fieldsOf(change["fields"])} of ${name} back to what it was.`;
  }
}

function leftLine(left: Fields, change: Fields | undefined): string {
  return `Left ${nameOf(change?.["recordTitle"])} as it is: ${text(left["why"]) ?? "it cannot be undone."}`;
}

function nameOf(title: unknown): string {
  const name = text(title);
  return name === null ? "what has no title" : `**${name}**`;
}

/** `dueDate` → `due date`. */
function fieldsOf(fields: unknown): string {
  const names = (Array.isArray(fields) ? fields : []).map((name) =>
    String(name).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  );
  return names.length < 2 ? (names[0] ?? "something") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function recordsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
