/** Any CSV with a head, by the names that products and people give to columns. */
import type { Due } from "../../../client/spoken/days.ts";
import type { Draft, Export, Fact, SourceList, Surroundings, TextFile } from "./draft.ts";
import { dueOfInstant, dueOfWords, uncertainDates } from "./moments.ts";
import { columnKey, readTable, type Row, type Table } from "./table.ts";
import { cleanLine, cleanText } from "./text.ts";

/** Names of columns, the likeliest first, as `columnKey` has them. */
const names = {
  title: ["title", "task", "taskname", "todo", "subject", "summary", "name", "content", "item"],
  notes: ["description", "notes", "note", "details", "body", "content", "comment", "comments"],
  list: ["list", "listname", "project", "projectname", "projects", "category", "folder", "area", "board"],
  due: ["due", "duedate", "dueat", "dueon", "deadline", "date", "when"],
  priority: ["priority", "importance"],
  status: ["status", "state", "completed", "done", "iscompleted", "isdone", "complete"],
  labels: ["labels", "label", "tags", "tag", "categories"],
  section: ["section", "sectioncolumn", "column", "columnname", "bucket", "bucketname", "heading"],
  repeat: ["rrule", "recurrence", "repeat", "recurring"],
  id: ["id", "uid", "uuid", "taskid", "guid", "key"],
} as const;

type Field = keyof typeof names;
type Columns = Readonly<Partial<Record<Field, string>>>;

const priorities: Readonly<Record<string, Draft["priority"]>> = {
  urgent: "urgent",
  critical: "urgent",
  highest: "urgent",
  p1: "urgent",
  high: "high",
  important: "high",
  p2: "high",
  medium: "medium",
  normal: "medium",
  p3: "medium",
  low: "low",
  lowest: "low",
  none: null,
  p4: null,
  "0": null,
};
const finished = /^(done|complete|completed|closed|finished|resolved|true|yes|x|1|✓|✔|archived)$/i;
const started = /^(in[ _-]?progress|doing|started|wip)$/i;
const untouched = /^(|open|active|to[ _-]?do|todo|not started|new|backlog|ready|pending|needs-action|false|no|0|-)$/i;

/** What the files hold: in the lists that a column names, or one for each file where no column does. */
export function readCsv(files: readonly TextFile[], around: Surroundings): Export {
  const lists = new Map<string, SourceList>();
  const times = new Map<string, number>();
  const drafts = files.flatMap((file) => {
    const table = readTable(file, (columns) => names.title.some((name) => columns.includes(name)));
    const columns = columnsOf(table);
    loseColumns(table, columns, around);
    const home = columns.list === undefined ? fileName(file) : null;
    const sheet: Sheet = { columns, home, order: orderOf(table, columns), times };
    return table.rows.map((row) => {
      const draft = draftOf(row, sheet, around);
      const { list: name } = draft;
      if (name !== null) lists.set(name, { ref: name, key: ["list", name], name, color: null });
      return draft;
    });
  });
  return { source: "csv", lists: [...lists.values()], drafts };
}

interface Sheet {
  readonly columns: Columns;
  /** The list of rows that name none; null for the default one. */
  readonly home: string | null;
  readonly order: "dmy" | "mdy" | null;
  /** How often each row of the same name was met. */
  readonly times: Map<string, number>;
}

function fileName({ name }: TextFile): string {
  return cleanLine((name.split(/[/\\]/).at(-1) ?? name).replace(/\.\w+$/, "")) || "Import";
}

/** A column has one meaning: the first field that claims it. */
function columnsOf({ columns }: Table): Columns {
  const free = new Set(columns.map(columnKey));
  const found: Partial<Record<Field, string>> = {};
  for (const [field, keys] of Object.entries(names) as [Field, readonly string[]][]) {
    const key = keys.find((one) => free.has(one));
    if (key === undefined) continue;
    found[field] = key;
    free.delete(key);
  }
  return found;
}

function loseColumns({ columns, rows }: Table, known: Columns, { counts }: Surroundings): void {
  const used = new Set(Object.values(known));
  for (const column of columns) {
    if (used.has(columnKey(column)) || rows.every((row) => row.cell(column) === "")) continue;
    counts.leaveOut("columns without a place here", column);
  }
}

const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})\b(.*)$/;

/** Whether 03/04/2026 is in April or in March: the file shows it when one of its dates has a part above 12; null when none does. */
function orderOf({ rows }: Table, { due }: Columns): Sheet["order"] {
  const parts =
    due === undefined ? [] : rows.map((row) => slashed.exec(row.cell(due))).filter((match) => match !== null);
  const isDayFirst = parts.some((match) => Number(match[1]) > 12);
  const isMonthFirst = parts.some((match) => Number(match[2]) > 12);
  if (isDayFirst === isMonthFirst) return null;
  return isDayFirst ? "dmy" : "mdy";
}

function draftOf(row: Row, { columns, home, order, times }: Sheet, around: Surroundings): Draft {
  const cell = (field: Field) => (columns[field] === undefined ? "" : row.cell(columns[field]));
  const title = cleanLine(cell("title"));
  const list = cleanLine(cell("list")) || home;
  const key = ["row", list ?? "", title, cell("id")];
  const time = (times.get(JSON.stringify(key)) ?? 0) + 1;
  times.set(JSON.stringify(key), time);
  const facts = [
    { name: "Labels", text: cleanLine(cell("labels")) },
    { name: "Section", text: cleanLine(cell("section")) },
  ];
  const due = dueOf(cell("due"), order, around);
  const repeat = repeatOf(cell("repeat"), due);
  for (const [words, isLost] of [
    [cell("due"), due === null],
    [cell("repeat"), repeat === null],
  ] as const) {
    if (words === "" || !isLost) continue;
    around.counts.leaveOut(uncertainDates, `${title}: ${words}`);
    facts.push({ name: words === cell("due") ? "Date" : "Repeats", text: cleanLine(words) });
  }
  return {
    ref: `${JSON.stringify(key)} ${time}`,
    parent: null,
    key: [...key, String(time)],
    list,
    title,
    notes: cleanText(cell("notes")),
    status: statusOf(cell("status"), title, facts, around),
    priority: priorityOf(cell("priority"), title, facts, around),
    due,
    repeat,
    facts: facts.filter(({ text }) => text !== ""),
    comments: [],
  };
}

function dueOf(words: string, order: Sheet["order"], { now, timezone }: Surroundings): Due | null {
  const [, one = "", two = "", year, rest = ""] = slashed.exec(words) ?? [];
  if (year !== undefined) {
    if (order === null && one !== two) return null;
    const [day, month] = order === "mdy" ? [two, one] : [one, two];
    return dueOfWords(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}${rest}`, "en", { now, timezone });
  }
  const [, day = "", month = "", dotted] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(words) ?? [];
  if (dotted !== undefined)
    return dueOfWords(`${dotted}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`, "en", { now, timezone });
  if (words === "") return null;
  return instantOf(words, timezone) ?? dueOfWords(words, "en", { now, timezone });
}

/** A date-time with an offset, also without the colon in it. */
function instantOf(words: string, timezone: string): Due | null {
  const [, start, sign, hours, minutes] = /^(\d{4}-\d{2}-\d{2}T[\d:.]+)([+-])(\d{2}):?(\d{2})$/.exec(words) ?? [];
  const text = start === undefined ? words : `${start}${sign}${hours}:${minutes}`;
  return /T.*(Z|[+-]\d{2}:\d{2})$/.test(text) ? dueOfInstant(text, timezone) : null;
}

/** A rule of RFC 5545 with a day to count from; other words have no certain meaning. */
function repeatOf(words: string, due: Due | null): Draft["repeat"] {
  const isRule = /^(RRULE:)?FREQ=/i.test(words);
  return isRule && due !== null ? { rrule: cleanLine(words), from: due, words } : null;
}

function statusOf(words: string, title: string, facts: Fact[], { counts }: Surroundings): Draft["status"] {
  if (finished.test(words)) return "done";
  if (started.test(words)) return "in_progress";
  if (untouched.test(words)) return "ready";
  facts.push({ name: "Status", text: cleanLine(words) });
  counts.leaveOut("states that are not known (the words stand in the body)", `${title}: ${words}`);
  return "ready";
}

/** Numbers are not certain: 1 is the highest here and the lowest there. */
function priorityOf(words: string, title: string, facts: Fact[], { counts }: Surroundings): Draft["priority"] {
  const key = words.toLowerCase();
  if (words === "" || Object.hasOwn(priorities, key)) return priorities[key] ?? null;
  facts.push({ name: "Priority", text: cleanLine(words) });
  counts.leaveOut("priorities that are not certain (they stand in the body)", `${title}: ${words}`);
  return null;
}
