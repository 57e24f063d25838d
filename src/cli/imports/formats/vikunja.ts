/** Vikunja: the zip file of a data export, or the `data.json` in it. */
import type { Due } from "../../../client/spoken/days.ts";
import type { Draft, Export, Fact, SourceList, Surroundings, TextFile } from "./draft.ts";
import { markdownOf } from "./markdown.ts";
import { dueOfInstant, uncertainDates } from "./moments.ts";
import { cleanLine } from "./text.ts";
import { countFilters, parseProjects, type VikunjaProject, type VikunjaTask } from "./vikunja-shape.ts";

const priorities = [null, "low", "medium", "high", "urgent", "urgent"] as const;
/** Columns that every project has, and what is in them says no more than the state of the task. */
const usualColumns = new Set(["", "backlog", "to-do", "todo", "doing", "done"]);

interface House {
  readonly around: Surroundings;
  /** What each task is a part of. */
  readonly parents: ReadonlyMap<number, number>;
}

/** What the files hold, a list for each project. */
export function readVikunja(files: readonly TextFile[], around: Surroundings): Export {
  const { counts } = around;
  const projects = files.filter(({ name }) => !isFilters(name)).flatMap(({ name, text }) => parseProjects(name, text));
  for (const { name, text } of files.filter((file) => isFilters(file.name))) {
    for (let count = countFilters(name, text); count > 0; count -= 1) counts.leaveOut("saved filters", "");
  }
  const shown = projects.filter((project) => {
    if (!project.is_archived || around.includesDone) return true;
    counts.leaveOut("archived projects with their todos (--include-done brings them)", project.title);
    return false;
  });
  const house = { around, parents: parentsOf(shown, around) };
  return {
    source: "vikunja",
    lists: shown.map((project) => listOf(project, projects)),
    drafts: shown.flatMap((project) => {
      if (project.background_information != null) counts.leaveOut("backgrounds of projects", project.title);
      return project.tasks.map((task) => draftOf(house, project, task));
    }),
  };
}

function isFilters(name: string): boolean {
  return /filters\.json$/i.test(name);
}

/** Lists are flat: where two projects have one name, the one inside another says so. */
function listOf(
  { id, created, title, hex_color: color, parent_project_id: parentId }: VikunjaProject,
  all: readonly VikunjaProject[],
): SourceList {
  const isAlone = all.filter((project) => project.title === title).length === 1;
  const parent = isAlone ? undefined : all.find((project) => project.id === parentId);
  const name = cleanLine(parent === undefined ? (title ?? "") : `${parent.title} / ${title}`) || "Vikunja";
  const isColor = /^#?[0-9a-f]{6}$/i.test(color ?? "");
  return {
    ref: String(id),
    key: ["project", String(id), created ?? ""],
    name,
    color: isColor ? `#${(color ?? "").replace("#", "")}` : null,
  };
}

function parentsOf(projects: readonly VikunjaProject[], { counts }: Surroundings): Map<number, number> {
  const parents = new Map<number, number>();
  const relations = new Set<string>();
  for (const task of projects.flatMap(({ tasks }) => tasks)) {
    for (const [kind, others] of Object.entries(task.related_tasks ?? {})) {
      for (const other of others ?? []) {
        if (other === null) continue;
        if (kind === "subtask") parents.set(other.id, task.id);
        else if (kind === "parenttask") parents.set(task.id, other.id);
        else {
          const pair = [task.id, other.id].toSorted((one, two) => one - two).join();
          if (!relations.has(pair))
            counts.leaveOut("relations between todos", `${task.title}, ${kind}: ${other.title}`);
          relations.add(pair);
        }
      }
    }
  }
  return parents;
}

function draftOf({ around, parents }: House, project: VikunjaProject, task: VikunjaTask): Draft {
  const title = cleanLine(task.title ?? "");
  const { repeat, facts } = repeatOf(task, around);
  facts.push(...factsOf(project, task, around));
  loseRest(task, title, around);
  const parent = parents.get(task.id);
  return {
    ref: String(task.id),
    parent: parent === undefined ? null : String(parent),
    key: ["task", String(task.id), task.created ?? ""],
    list: String(project.id),
    title,
    notes: markdownOf(task.description ?? ""),
    status: task.done ? "done" : "ready",
    priority: priorities[task.priority ?? 0] ?? null,
    due: dayOf(task.due_date, around),
    repeat,
    facts,
    comments: task.comments.map(({ author, created, comment }) => ({
      by:
        [cleanLine(author?.name || author?.username || ""), dayOf(created, around)?.date].filter(Boolean).join(", ") ||
        null,
      text: markdownOf(comment ?? ""),
    })),
  };
}

/** Moments that are not set come as those of the year 1. */
function dayOf(instant: string | null, { timezone }: Surroundings): Due | null {
  return instant == null || instant === "" || instant.startsWith("0001-") ? null : dueOfInstant(instant, timezone);
}

function factsOf(project: VikunjaProject, task: VikunjaTask, around: Surroundings): Fact[] {
  const labels = task.labels.map(({ title }) => cleanLine(title ?? "")).filter(Boolean);
  const column = columnOf(project, task);
  const progress = task.done ? 0 : Math.round((task.percent_done ?? 0) * 100);
  return [
    { name: "Labels", text: labels.join(", ") },
    { name: "Column", text: usualColumns.has(column.toLowerCase()) ? "" : column },
    { name: "Starts", text: dayOf(task.start_date, around)?.date ?? "" },
    { name: "Ends", text: dayOf(task.end_date, around)?.date ?? "" },
    { name: "Progress", text: progress === 0 ? "" : `${progress}%` },
  ].filter(({ text }) => text !== "");
}

function columnOf({ buckets, task_buckets: places }: VikunjaProject, { id, bucket_id: own }: VikunjaTask): string {
  const place = places.find((one) => one.task_id === id)?.bucket_id ?? own;
  return cleanLine(buckets.find((bucket) => bucket.id === place)?.title ?? "");
}

const hour = 3600;

/** Repeats that count from the due date; those that count from the completion have no rule. */
function repeatOf(
  task: VikunjaTask,
  around: Surroundings,
): { readonly repeat: Draft["repeat"]; readonly facts: Fact[] } {
  const seconds = task.repeat_after ?? 0;
  const mode = task.repeat_mode ?? 0;
  if (seconds <= 0 && mode !== 1) return { repeat: null, facts: [] };
  const from = dayOf(task.due_date, around);
  const rrule = from === null ? null : ruleOf(seconds, mode, Number(from.date.slice(8)));
  const words = wordsOf(seconds, mode);
  if (rrule !== null && from !== null) return { repeat: { rrule, from, words }, facts: [] };
  around.counts.leaveOut(uncertainDates, `${cleanLine(task.title ?? "")}: ${words}`);
  return { repeat: null, facts: [{ name: "Repeats", text: words }] };
}

function ruleOf(seconds: number, mode: number, day: number): string | null {
  if (mode === 1) return day <= 28 ? "FREQ=MONTHLY" : null;
  if (mode !== 0 || seconds % hour !== 0) return null;
  const hours = seconds / hour;
  if (hours % (24 * 7) === 0) return `FREQ=WEEKLY;INTERVAL=${hours / 24 / 7}`;
  return hours % 24 === 0 ? `FREQ=DAILY;INTERVAL=${hours / 24}` : `FREQ=HOURLY;INTERVAL=${hours}`;
}

function wordsOf(seconds: number, mode: number): string {
  if (mode === 1) return "every month";
  const hours = seconds / hour;
  const amount = hours % 24 === 0 ? `${hours / 24} days` : `${Number(hours.toFixed(2))} hours`;
  return mode === 2 ? `${amount} after it was done` : `every ${amount}`;
}

function loseRest(task: VikunjaTask, title: string, { counts }: Surroundings): void {
  for (const _ of [...task.reminders, ...task.reminder_dates]) counts.leaveOut("reminders", title);
  for (const { name, username } of task.assignees) counts.leaveOut("assignees", `${title}: ${name || username}`);
  for (const { file } of task.attachments) counts.leaveOut("attachments", file?.name ?? title);
  if (task.is_favorite) counts.leaveOut("stars (favourites)", title);
}
