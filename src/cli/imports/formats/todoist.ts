/** Todoist: a project exported as a CSV template, or a backup, which is a zip file of those. */
import type { Due } from "../../../client/spoken/days.ts";
import type { Comment, Draft, Export, Fact, SourceList, Surroundings, TextFile } from "./draft.ts";
import { dueOfWords, uncertainDates, zoneOr } from "./moments.ts";
import { readTable, type Row } from "./table.ts";
import { cleanLine, cleanText } from "./text.ts";
import { isRecurring, repeatOfWords } from "../../../client/spoken/repeats.ts";

const deepest = 10;
const priorities = new Map<string, Draft["priority"]>([
  ["1", "urgent"],
  ["2", "high"],
  ["3", "medium"],
]);

/** What the files hold, a list each. */
export function readTodoist(files: readonly TextFile[], around: Surroundings): Export {
  const lists = new Map<string, SourceList>();
  const times = new Map<string, number>();
  const drafts = files.flatMap((file) => {
    const name = projectName(file.name);
    lists.set(name, { ref: name, key: ["project", name], name, color: null });
    return readProject(file, name, times, around);
  });
  return { source: "todoist", lists: [...lists.values()], drafts };
}

/** The id behind the name of a project: digits, or since 2025 sixteen letters and digits that begin with one. */
const projectId = /\s*\[(?:\d+|\d[\dA-Za-z]{15})\]$/;

/** `backup/Work [2203306141].csv` and `backup/Work [6Jf8VQXxpwv56VQ7].csv` → `Work`. */
function projectName(path: string): string {
  const file = path.split(/[/\\]/).at(-1) ?? path;
  return cleanLine(file.replace(/\.csv$/i, "").replace(projectId, "")) || "Todoist";
}

/** A draft whose comments are still to come. */
interface Task extends Draft {
  readonly comments: Comment[];
}

interface Place {
  readonly project: string;
  readonly section: string | null;
  /** The task at each level above. */
  readonly above: readonly Task[];
}

/** `times`: how often each task of the same name was met, in all files. */
function readProject(file: TextFile, project: string, times: Map<string, number>, around: Surroundings): Draft[] {
  const { rows } = readTable(file, (columns) => columns.includes("type") && columns.includes("content"));
  const { counts } = around;
  const tasks: Task[] = [];
  let section: string | null = null;
  let above: Task[] = [];
  for (const row of rows) {
    const type = row.cell("TYPE").toLowerCase();
    if (type === "section") {
      section = cleanLine(row.cell("CONTENT")) || null;
      above = [];
    } else if (type === "note") {
      comment(row, tasks.at(-1), around);
    } else if (type === "task") {
      const level = Math.min(Math.max(Number(row.cell("INDENT")) || 1, 1), above.length + 1, deepest);
      above = above.slice(0, level - 1);
      const task = readTask(row, { project, section, above }, times, around);
      tasks.push(task);
      above = [...above, task];
    } else if (type !== "" && type !== "meta") {
      counts.leaveOut("rows of an unknown kind", `line ${row.line}: ${type}`);
    }
  }
  return tasks;
}

function readTask(
  row: Row,
  { project, section, above }: Place,
  times: Map<string, number>,
  around: Surroundings,
): Task {
  const { title, labels } = withoutLabels(row.cell("CONTENT"));
  const path = [...above.map((task) => task.title), title];
  const name = JSON.stringify([project, ...path]);
  const time = (times.get(name) ?? 0) + 1;
  times.set(name, time);
  const { due, repeat, facts } = readDates(row, title, around);
  if (section !== null) facts.push({ name: "Section", text: section });
  if (labels.length > 0) facts.push({ name: "Labels", text: labels.join(", ") });
  const duration = Number(row.cell("DURATION"));
  if (duration > 0)
    facts.push({ name: "Duration", text: `${duration} ${cleanLine(row.cell("DURATION_UNIT")) || "minute"}` });
  if (row.cell("RESPONSIBLE") !== "") around.counts.leaveOut("assignees", `${title}: ${row.cell("RESPONSIBLE")}`);
  return {
    ref: `${name} ${time}`,
    parent: above.at(-1)?.ref ?? null,
    key: ["task", project, ...path, String(time)],
    list: project,
    title,
    notes: cleanText(row.cell("DESCRIPTION")),
    status: "ready",
    priority: priorities.get(row.cell("PRIORITY")) ?? null,
    due,
    repeat,
    facts,
    comments: [],
  };
}

/** Labels stand in the title, as `@label`. A `* ` before it says that the task cannot be completed. */
function withoutLabels(content: string): { readonly title: string; readonly labels: readonly string[] } {
  const labels = [...content.matchAll(/(?:^|\s)@([^\s@,;()"']+)/g)].map((match) => match[1] as string);
  const title = cleanLine(content.replaceAll(/(?:^|\s)@[^\s@,;()"']+/g, " ").replace(/^\s*\* /, ""));
  return title === "" ? { title: cleanLine(content), labels: [] } : { title, labels };
}

interface Dates {
  readonly due: Due | null;
  readonly repeat: Draft["repeat"];
  readonly facts: Fact[];
}

/** A deadline is the due date of a task that has no date of its own. */
function readDates(row: Row, title: string, around: Surroundings): Dates {
  const { now, counts } = around;
  const timezone = zoneOr(row.cell("TIMEZONE"), around.timezone);
  const [words, deadline] = [row.cell("DATE"), row.cell("DEADLINE")];
  const language = row.cell("DATE_LANG") || "en";
  const facts: Fact[] = [];
  const repeat = words === "" ? null : repeatOfWords(words, now, timezone, language);
  const due = words === "" || repeat !== null ? null : dueOfWords(words, language, { now, timezone });
  const latest =
    deadline === "" ? null : dueOfWords(deadline, row.cell("DEADLINE_LANG") || language, { now, timezone });
  if (words !== "" && repeat === null && due === null) {
    facts.push({ name: isRecurring(words, language) ? "Repeats" : "Date", text: cleanLine(words) });
    counts.leaveOut(uncertainDates, `${title}: ${words}`);
  }
  const isDue = words === "" && latest !== null;
  if (deadline !== "" && !isDue) facts.push({ name: "Deadline", text: latest?.date ?? cleanLine(deadline) });
  return { due: isDue ? latest : due, repeat, facts };
}

const attachment = /\[\[file (\{.*\})\]\]/s;

/** A comment belongs to the task above it. */
function comment(row: Row, task: Task | undefined, { counts }: Surroundings): void {
  const content = row.cell("CONTENT");
  if (task === undefined) return counts.leaveOut("comments on projects", content);
  const file = attachment.exec(content)?.[1];
  const shown = file === undefined ? null : fileOf(file);
  if (shown !== null) counts.leaveOut("attachments", shown.name);
  const text = cleanText(content.replace(attachment, shown === null ? "" : `${shown.name} ${shown.url}`));
  if (text === "") return;
  const by = cleanLine(row.cell("AUTHOR").replace(/\s*\(\d+\)$/, ""));
  task.comments.push({ by: by === "" ? null : by, text });
}

function fileOf(json: string): { readonly name: string; readonly url: string } {
  try {
    const { file_name: name, file_url: url } = JSON.parse(json) as { file_name?: unknown; file_url?: unknown };
    return { name: typeof name === "string" ? name : "a file", url: typeof url === "string" ? url : "" };
  } catch {
    return { name: "a file", url: "" };
  }
}
