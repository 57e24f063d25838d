/** What an import would do, and what it has done, for people and for programs. */
import type { Io } from "../ports/io.ts";
import { fit, plain, type Style, styleFor, widthOf } from "../output/text.ts";
import type { Count, Counts } from "./formats/counts.ts";
import type { Plan, Planned, PlannedList } from "./plan.ts";
import type { WireList } from "./shape.ts";

export interface Report {
  readonly object: "import_report";
  readonly source: string;
  readonly files: readonly string[];
  /** True while nothing has been written. */
  readonly dryRun: boolean;
  readonly todoLists: readonly {
    readonly name: string;
    /** `skipped`: the workspace does not take the list, and none of its todos. */
    readonly result: PlannedList["result"];
    readonly created: number;
    readonly unchanged: number;
    readonly skipped: number;
  }[];
  readonly created: number;
  readonly unchanged: number;
  /** Archived since they were imported, or refused. */
  readonly skipped: readonly { readonly title: string; readonly reason: string }[];
  readonly keptAsText: readonly Count[];
  readonly notCarriedOver: readonly Count[];
}

/** The report of a plan; `lists` as they were sent. */
export function reportOf(
  { lists: outcomes, todos }: Plan,
  lists: readonly WireList[],
  { asText, leftOut }: Counts,
  about: Pick<Report, "source" | "files" | "dryRun">,
): Report {
  const results = new Map(outcomes.map(({ externalId, result }) => [externalId, result]));
  const listed = lists.map(({ externalId, name }) => ({
    name,
    result: results.get(externalId) ?? ("unchanged" as const),
    ...countsOf(todos.filter(({ parcel }) => parcel.list?.externalId === externalId)),
  }));
  const counts = countsOf(todos);
  const unlisted = todos.filter(({ parcel }) => parcel.list === null);
  if (unlisted.length > 0) listed.push({ name: defaultList, result: "unchanged", ...countsOf(unlisted) });
  return {
    object: "import_report",
    ...about,
    todoLists: listed,
    created: counts.created,
    unchanged: counts.unchanged,
    skipped: todos
      .filter(({ result }) => result === "skipped")
      .map(({ parcel, why }) => ({ title: titleOf({ parcel }), reason: why?.message ?? "" })),
    keptAsText: asText,
    notCarriedOver: leftOut,
  };
}

const defaultList = "(the default list)";

function countsOf(todos: readonly Planned[]): { created: number; unchanged: number; skipped: number } {
  const counts = { created: 0, unchanged: 0, skipped: 0 };
  for (const { result } of todos) counts[result] += 1;
  return counts;
}

function titleOf({ parcel: { todo } }: Pick<Planned, "parcel">): string {
  return plain(todo.title ?? todo.content ?? "");
}

const mostSamples = 8;
const mostSkipped = 5;

/** Writes a plan for people: lists, a few todos, what has no place here. */
export function showPlan(io: Io, report: Report, todos: readonly Planned[], heading: string): void {
  const style = styleFor(io.stdout.isTerminal, io.env);
  const width = io.stdout.columns || 100;
  const lines = [
    style.bold(plain(heading)),
    "",
    ...listLines(report, style),
    "",
    ...sampleLines(todos, style, width),
    ...skippedLines(report, style, width),
    ...(report.created === 0 ? [] : placeLines(report, todos, style)),
  ];
  io.stdout.write(`${lines.join("\n").trimEnd()}\n`);
}

const states = { created: "new list", unchanged: "there is one", skipped: "left out" } as const;

function listLines({ todoLists, skipped }: Report, { dim }: Style): string[] {
  const hasSkipped = skipped.length > 0;
  const rows = todoLists.map((list) => [
    plain(list.name),
    states[list.result],
    String(list.created),
    String(list.unchanged),
    ...(hasSkipped ? [String(list.skipped)] : []),
  ]);
  const head = ["list", "", "new todos", "here already", ...(hasSkipped ? ["skipped"] : [])];
  const widths = head.map((name, at) => Math.max(...[name, ...rows.map((row) => row[at] ?? "")].map(widthOf)));
  const line = (cells: readonly string[]) =>
    `  ${cells
      .map((cell, at) =>
        at < 2 ? cell + " ".repeat((widths[at] ?? 0) - widthOf(cell)) : cell.padStart(widths[at] ?? 0),
      )
      .join("  ")}`.trimEnd();
  return [dim(line(head)), ...rows.map(line)];
}

function sampleLines(todos: readonly Planned[], { dim }: Style, width: number): string[] {
  const fresh = todos.filter(({ result }) => result === "created");
  if (fresh.length === 0) return [];
  const lines = fresh.slice(0, mostSamples).map(({ parcel }) => {
    const { todo, list } = parcel;
    const when = todo.schedule?.rrule ?? (todo.dueDate === undefined ? "" : `due ${todo.dueDate}`);
    const details = [list?.name ?? "", when, todo.priority ?? "", todo.status ?? ""]
      .filter(Boolean)
      .map(plain)
      .join(", ");
    return fit(`  ${titleOf({ parcel })}${details === "" ? "" : `  (${details})`}`, width);
  });
  const more = fresh.length - lines.length;
  return [...lines, ...(more > 0 ? [dim(`  … and ${more} more`)] : []), ""];
}

function skippedLines({ skipped }: Report, { yellow, dim }: Style, width: number): string[] {
  if (skipped.length === 0) return [];
  const lines = skipped.slice(0, mostSkipped).map(({ title, reason }) => fit(`  ${title}: ${plain(reason)}`, width));
  const more = skipped.length - lines.length;
  return [yellow("Skipped"), ...lines, ...(more > 0 ? [dim(`  … and ${more} more`)] : []), ""];
}

function placeLines({ keptAsText, notCarriedOver }: Report, todos: readonly Planned[], style: Style): string[] {
  const recurring = todos.filter(
    ({ result, parcel }) => result === "created" && parcel.todo.schedule !== undefined,
  ).length;
  return [
    ...(recurring === 0
      ? []
      : [`Recurring: ${recurring}, each with a schedule, which ends when the todo is done.`, ""]),
    ...countLines("As text in the body", keptAsText, style),
    ...countLines("Not carried over", notCarriedOver, style),
  ];
}

function countLines(title: string, counts: readonly Count[], { dim, bold }: Style): string[] {
  if (counts.length === 0) return [];
  const lines = counts.map(({ kind, count, examples }) => {
    const shown = examples.length === 0 ? "" : ` (${examples.join("; ")}${count > examples.length ? "; …" : ""})`;
    return `  ${kind}: ${count}${dim(shown)}`;
  });
  return [bold(title), ...lines, ""];
}
