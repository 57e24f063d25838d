/** What a workspace holds, in an order and a form of its own: what people and agents set of each record, as the interface shows it. */
import { currentSeries } from "../../../src/workspace/series/series-rows.ts";
import type { World } from "./world.ts";

type Fields = Readonly<Record<string, unknown>>;
/** The fields of each record, by kind and id. */
export type Canonical = ReadonlyMap<string, Fields>;

/** What follows from other fields, or from what has been done so far. */
const derived: readonly string[] = [
  "createdAt",
  "updatedAt",
  "version",
  "latestRun",
  "lastRunAt",
  "skills",
  "summary",
  "todoCount",
  "activeTodoCount",
  "nextRunAt",
  "retiredAt",
  "retiredBy",
  "retirementRunPolicy",
];

/** A schedule that has ended is history: a todo that shows one, and one that shows none, are alike. */
const ended = { rrule: null, timezone: null, scheduleType: null, scheduleStatus: null };

/** The records of the world as they are now. */
export function canonicalOf(world: World): Canonical {
  const { sql } = world;
  const found = new Map<string, Fields>();
  const put = (kind: string, record: object, more: Fields = {}): void => {
    const shown = { ...record, ...more } as Readonly<Record<string, unknown>>;
    const names = Object.keys(shown).filter((name) => !derived.includes(name));
    found.set(`${kind} ${shown["id"] as string}`, Object.fromEntries(names.map((name) => [name, shown[name] ?? null])));
  };
  const idsIn = (table: string): string[] => sql.all(`SELECT id FROM ${table} ORDER BY n`).map(([id]) => id as string);
  for (const todoId of idsIn("todos")) {
    const series = currentSeries(sql, todoId);
    const schedule = series === undefined || series.state === "ended" ? null : series.schedule;
    const todo = world.call("getTodo", { path: { todoId } });
    put("todo", todo, { schedule, ...(todo.scheduleStatus === "completed" && ended) });
  }
  for (const todoListId of idsIn("todo_lists")) put("todo_list", world.call("getTodoList", { path: { todoListId } }));
  for (const agentId of idsIn("agents")) put("agent", world.call("getAgent", { path: { agentId } }));
  for (const [agentId, skillId] of sql.all("SELECT agent_id, id FROM agent_skills ORDER BY id")) {
    const path = { agentId: agentId as string, skillId: skillId as string };
    put("agent_skill", world.call("getAgentSkill", { path }));
  }
  for (const captureId of idsIn("captures")) put("capture", world.call("getCapture", { path: { captureId } }));
  for (const [id] of sql.all("SELECT id FROM chats ORDER BY id")) {
    const { title, isArchived } = world.call("getChat", { path: { chatId: id as string } });
    put("chat", { id, title, isArchived });
  }
  return found;
}

/** The fields of records that are different, those of new and gone ones too. */
export function differences(before: Canonical, after: Canonical): { readonly key: string; readonly field: string }[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].flatMap((key) => {
    const [one, other] = [before.get(key) ?? {}, after.get(key) ?? {}];
    const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...fields]
      .filter((field) => JSON.stringify(one[field] ?? null) !== JSON.stringify(other[field] ?? null))
      .map((field) => ({ key, field }));
  });
}
