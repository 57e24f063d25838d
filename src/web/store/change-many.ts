/** Sets fields of todos over the values that the person saw: in one request for each five hundred, and each with its own outcome. */
import type { Client } from "../../client/types.ts";
import type { Ports } from "../base/ports.ts";
import { mostTogether, together, type Wanted } from "./bulk.ts";
import type { Changes } from "./change.ts";
import { Crossed, Gone, SomeLeft } from "./crossed.ts";
import { persistently } from "./retry.ts";
import type { TodoRow } from "./todo.ts";

export interface ManyParts {
  readonly ports: Ports;
  readonly client: Client;
  readonly changes: Changes<TodoRow>;
}

/** Rejects with the refusal of the only one, or with `SomeLeft`, which has all that were refused. */
export async function changeMany(parts: ManyParts, wanted: readonly Wanted[]): Promise<void> {
  const left = new Map<string, unknown>();
  for (let from = 0; from < wanted.length; from += mostTogether) {
    const some = wanted.slice(from, from + mostTogether);
    const sendOne = oneOf(parts, some);
    await Promise.all(
      some.map(async ({ todoId, fields }) => {
        const write = { fields: fields as Partial<TodoRow>, send: () => sendOne(todoId) };
        try {
          if ((await parts.changes.write(todoId, write)) === null) left.set(todoId, new Gone());
        } catch (error) {
          if (error instanceof Crossed) takeNewer(parts.changes, error.theirs as TodoRow);
          left.set(todoId, error);
        }
      }),
    );
  }
  if (left.size === 0) return;
  throw wanted.length === 1 ? [...left.values()][0] : new SomeLeft(left, wanted.length);
}

function oneOf({ ports, client, changes }: ManyParts, some: readonly Wanted[]) {
  return together(some, {
    truthOf: (id) => changes.truthOf(id),
    send: (all) => {
      const idempotencyKey = ports.newKey();
      return persistently(ports, () => client.bulkUpdateTodos({ changes: all }, { idempotencyKey }));
    },
  });
}

/** What came with a refusal, unless the feed has said the same or later. */
export function takeNewer(changes: Changes<TodoRow>, theirs: TodoRow): void {
  const known = changes.truthOf(theirs.id);
  if (known !== undefined && known.updatedAt < theirs.updatedAt) changes.take(theirs.id, { ...known, ...theirs });
}
