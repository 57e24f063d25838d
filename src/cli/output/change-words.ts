/** A change of a record in words: who did what, with what became of its fields. */
import type { RecordChange } from "../../schema/history.ts";
import type { Io } from "../ports/io.ts";
import { cell } from "./cells.ts";
import { fit, plain, type Style, styleFor, wrap } from "./text.ts";

type What = Pick<RecordChange, "kind" | "recordTitle" | "recordId" | "op">;

const verbs = {
  created: "created",
  updated: "changed",
  archived: "archived",
  restored: "restored",
  erased: "erased",
} as const;

/** `Ana changed the todo “Call Ben”: priority none → high`. */
function changeInWords(change: RecordChange): string {
  const { op, actor, fields } = change;
  const changed = op === "updated" ? fields.map(fieldInWords).join(", ") : "";
  return `${plain(whoOf(actor))} ${deedInWords(change)}${changed === "" ? "" : `: ${changed}`}`;
}

/** `changed the todo “Call Ben”`. */
export function deedInWords({ op, kind, recordTitle, recordId }: What): string {
  const name = recordTitle === null ? recordId : `“${fit(plain(recordTitle), longestTitle)}”`;
  return `${verbs[op]} the ${kind.replaceAll("_", " ")} ${name}`;
}

const longestTitle = 50;
const longestValue = 30;

/** `dueDate` → `due date`. */
export function fieldName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function fieldInWords({ field, from, to }: RecordChange["fields"][number]): string {
  return `${fieldName(field)} ${valueInWords(from)} → ${valueInWords(to)}`;
}

function valueInWords(value: unknown): string {
  const text = cell(value);
  return text === "" ? "none" : fit(plain(text), longestValue);
}

function whoOf({ type, name }: RecordChange["actor"]): string {
  return name ?? { user: "A former member", agent: "An agent", service: "Dayshift" }[type];
}

const narrowest = 20;

/**
 * A line for each change below the head of its day, in the zone of this machine; what is longer than the terminal goes on in the next
 * line.
 */
export function historyLines(changes: readonly RecordChange[], { stdout, env }: Pick<Io, "stdout" | "env">): string[] {
  const page = { style: styleFor(stdout.isTerminal, env), width: stdout.columns };
  let shown = "";
  return changes.flatMap((change) => {
    const [day = "", minute = ""] = cell(change.at).split(" ");
    const lines = entryLines(change, `${minute}  ${change.id}  `, page);
    if (day === shown) return lines;
    shown = day;
    return [page.style.bold(day), ...lines];
  });
}

interface Page {
  readonly style: Style;
  readonly width: number | null;
}

function entryLines(change: RecordChange, head: string, { style, width }: Page): string[] {
  const words = `${changeInWords(change)}${change.undo.state === "done" ? " (undone)" : ""}`;
  const lines = width === null ? [words] : wrap(words, Math.max(width - head.length, narrowest));
  return lines.map((line, at) => `${at === 0 ? style.dim(head) : " ".repeat(head.length)}${line}`);
}
