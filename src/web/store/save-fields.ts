/** Fields of a todo are written over the values that the person saw, and over no others. */
import type { Client } from "../../client/types.ts";
import type { Todo } from "../../schema/todo.ts";
import type { Ports } from "../base/ports.ts";
import { refusalOf } from "./bulk.ts";
import { Crossed, type Fields, isCrossed } from "./crossed.ts";
import { persistently } from "./retry.ts";

export interface SaveParts {
  readonly ports: Ports;
  readonly client: Client;
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
    if (todo === null) throw refusalOf(error);
    if (error === null) return todo;
    if (isCrossed(todo, seen, fields)) throw new Crossed(todo, fields);
    expectedUpdatedAt = todo.updatedAt;
  }
}
