/** What an export of Vikunja holds, as far as it is read. Source: pkg/models/export.go, tasks.go and project.go of Vikunja. */
import * as v from "valibot";
import { usage } from "../../ports/failure.ts";

const text = v.nullish(v.string(), "");
const number = v.nullish(v.number(), 0);
const bool = v.nullish(v.boolean(), false);
const some = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.nullish(v.array(item), []), v.readonly());

const user = v.object({ name: text, username: text });
const named = v.object({ title: text });
const other = v.object({ id: v.number(), title: text });

const task = v.object({
  id: v.number(),
  title: text,
  description: text,
  done: bool,
  due_date: text,
  start_date: text,
  end_date: text,
  created: text,
  repeat_after: number,
  repeat_mode: number,
  priority: number,
  percent_done: number,
  bucket_id: number,
  is_favorite: bool,
  reminders: some(v.unknown()),
  reminder_dates: some(v.unknown()),
  assignees: some(user),
  labels: some(named),
  attachments: some(v.object({ file: v.nullish(v.object({ name: text })) })),
  comments: some(v.object({ comment: text, created: text, author: v.nullish(user) })),
  related_tasks: v.nullish(v.record(v.string(), v.nullish(v.array(v.nullable(other)))), {}),
});

const entries = {
  id: v.number(),
  title: text,
  created: text,
  hex_color: text,
  is_archived: bool,
  parent_project_id: v.nullish(v.number(), 0),
  background_information: v.nullish(v.unknown()),
  tasks: some(task),
  buckets: some(v.object({ id: v.number(), title: text })),
  task_buckets: some(v.object({ bucket_id: number, task_id: number })),
};

export type VikunjaTask = v.InferOutput<typeof task>;
export type VikunjaProject = v.InferOutput<typeof project>;

const project = v.object(entries);
const children = v.nullish(v.array(v.unknown()));
const nested = v.object({ child_projects: children });
/** Before version 0.21 projects (and before that, lists) were in namespaces. */
const namespace = v.union([v.object({ projects: v.array(v.unknown()) }), v.object({ lists: v.array(v.unknown()) })]);

/** The projects of `data.json`, those inside others after them. Throws when it is no export. */
export function parseProjects(name: string, content: string): VikunjaProject[] {
  const found: VikunjaProject[] = [];
  const waiting: unknown[] = [...arrayOf(name, content)].toReversed();
  while (waiting.length > 0) {
    const value = waiting.pop();
    const space = v.safeParse(namespace, value);
    if (space.success) {
      waiting.push(...("projects" in space.output ? space.output.projects : space.output.lists).toReversed());
      continue;
    }
    const result = v.safeParse(project, value);
    if (!result.success)
      throw odd(name, `${v.getDotPath(result.issues[0]) ?? "a project"}: ${result.issues[0].message}`);
    found.push(result.output);
    const inner = v.safeParse(nested, value);
    if (inner.success) waiting.push(...(inner.output.child_projects ?? []).toReversed());
  }
  return found;
}

/** How many saved filters `filters.json` holds. */
export function countFilters(name: string, content: string): number {
  return arrayOf(name, content).length;
}

function arrayOf(name: string, content: string): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(content.trim() === "" ? "[]" : content);
  } catch (error) {
    throw odd(name, error instanceof Error ? error.message : String(error));
  }
  if (value === null) return [];
  if (!Array.isArray(value)) throw odd(name, "expected a list of projects");
  return value;
}

function odd(name: string, why: string): Error {
  return usage(
    `${name} is no export of Vikunja that can be read: ${why}.`,
    "Export it again: Settings, Export your data.",
  );
}
