/** A line becomes a todo. */
import type { TodoCreate } from "../../../schema/todo.ts";
import type { ReadLine } from "../../parts/line-reader.ts";
import type { LineNotAdded } from "../../store/drafts.ts";
import { once } from "../../store/once.ts";
import type { Store } from "../../store/store.ts";
import type { TodoRow } from "../../store/todo.ts";

export type Reader = (line: string, now: number) => ReadLine;

export type Preset = LineNotAdded["preset"];

export function understand({ ports }: Store, line: string, reader: Reader | null): ReadLine {
  return reader?.(line, ports.now()) ?? { title: line.trim(), again: null };
}

/** Adds a todo by the line, which is understood even when it is sent before the reader has come. */
export async function addLine(store: Store, line: string, preset: Preset, reader: Reader | null): Promise<void> {
  await add(store, understand(store, line, reader ?? (await loadReader())), preset);
}

/** What reads a line; null where it cannot be fetched: the whole line is the title then, and the next focus tries again. */
export function loadReader(): Promise<Reader | null> {
  return import("../../parts/line-reader.ts").then(
    ({ readLine }) => readLine,
    () => null,
  );
}

/** No list has the name that the line says. */
export class MissingList extends Error {}

export async function makeList(store: Store, name: string): Promise<void> {
  store.lists.put(await once(store, "new list", { name }, store.client.createTodoList));
}

export function findList({ lists }: Store, name: string) {
  const all = lists.all().filter(({ isArchived }) => !isArchived);
  const same = (one: { name: string }): boolean => one.name.toLowerCase() === name.toLowerCase();
  return all.find((one) => one.name === name) ?? all.find(same);
}

async function add(store: Store, todo: ReadLine, preset: Preset): Promise<void> {
  const { title, dueDate, todoListName, priority, type, schedule } = todo;
  const level = priority as NonNullable<TodoCreate["priority"]> | undefined;
  // What comes again has its own days.
  const day = schedule === undefined ? (dueDate ?? preset.dueDate) : undefined;
  const { todoListId } = preset;
  const list = todoListName === undefined ? undefined : findList(store, todoListName);
  if (todoListName !== undefined && list === undefined) throw new MissingList(todoListName);
  const body: TodoCreate = {
    title,
    ...(day !== undefined && { dueDate: day }),
    ...(level !== undefined && { priority: level }),
    ...(schedule !== undefined && { type, schedule }),
    ...(list !== undefined ? { todoListId: list.id } : todoListId !== undefined && { todoListId }),
  };
  const ofDefault = store.lists.all().find(({ isDefault }) => isDefault);
  const shown: Partial<TodoRow> = {
    todoListId: list?.id ?? todoListId ?? ofDefault?.id ?? "",
    ...(schedule !== undefined && { rrule: schedule.rrule, timezone: schedule.timezone }),
  };
  await store.actions.create(body, shown);
}
