/** Fields of a todo are written over the values that the person saw, and over no others. */
import type { Client } from "../../client/types.ts";
import type { Todo, TodoUpdate } from "../../schema/todo.ts";
import type { Ports } from "../base/ports.ts";
import { refusalOf } from "./bulk.ts";
import { persistently } from "./retry.ts";

export interface SaveParts {
  readonly ports: Ports;
  readonly client: Client;
}

type Fields = Readonly<Partial<Omit<TodoUpdate, "schedule">>>;

/** Somebody else set another value in the meantime: nothing was written. */
export class Crossed<T extends object = object> extends Error {
  readonly theirs: T;
  readonly mine: Fields;

  constructor(theirs: T, mine: Fields) {
    super("Somebody else changed this in the meantime.");
    this.theirs = theirs;
    this.mine = mine;
  }
}

/** Whether a todo has another value of any of the fields than was seen, and than is to be set. */
export function isCrossed(now: object, seen: object, fields: Fields): boolean {
  const [has, had] = [now, seen] as readonly Readonly<Record<string, unknown>>[];
  return Object.entries(fields).some(
    ([name, value]) => !isSame(has?.[name], had?.[name]) && !isSame(has?.[name], value),
  );
}

/**
 * Writes the fields of the todo whose values were `seen` as of `updatedAt`. What else was changed of it does not matter. Rejects with
 * `Crossed`, which has theirs, or with the refusal.
 */
export async function saveFields(
  { ports, client }: SaveParts,
  todoId: string,
  seen: { readonly updatedAt: string },
  fields: Fields,
): Promise<Todo> {
  for (let expectedUpdatedAt = seen.updatedAt; ;) {
    const idempotencyKey = ports.newKey();
    const changes = [{ todoId, ...fields, expectedUpdatedAt }];
    const { data } = await persistently(ports, () => client.bulkUpdateTodos({ changes }, { idempotencyKey }));
    const { todo = null, error = null } = data[0] ?? {};
    if (todo !== null) return todo;
    if (error?.code !== "resource_conflict") throw refusalOf(error);
    const now = await persistently(ports, () => client.getTodo({ todoId }));
    if (isCrossed(now, seen, fields)) throw new Crossed(now, fields);
    expectedUpdatedAt = now.updatedAt;
  }
}

/** Of lists, as of assignees, the ids count. */
function isSame(left: unknown, right: unknown): boolean {
  return Array.isArray(left) && Array.isArray(right) ? idsOf(left) === idsOf(right) : left === right;
}

function idsOf(all: readonly unknown[]): string {
  return all.map((one) => (one as { readonly id: string }).id).join();
}
