/** The text of a todo is written over the one that the person saw, and over no other. */
import type { Client } from "../../client/types.ts";
import type { Todo } from "../../schema/todo.ts";
import type { Ports } from "../base/ports.ts";
import { refusalOf } from "./bulk.ts";
import { persistently } from "./retry.ts";

export interface TextParts {
  readonly ports: Ports;
  readonly client: Client;
}

export interface SavedText {
  /** As the service has it then. */
  readonly todo: Todo;
  /** False when somebody else wrote another text in the meantime: nothing was written, and `todo` has theirs. */
  readonly isSaved: boolean;
}

/** Writes `content` in place of the text of `seen`. What else was changed of the todo does not matter. Rejects with the refusal. */
export async function saveText({ ports, client }: TextParts, seen: Todo, content: string | null): Promise<SavedText> {
  const { id: todoId } = seen;
  for (let basis = seen; ;) {
    const idempotencyKey = ports.newKey();
    const changes = [{ todoId, content, expectedUpdatedAt: basis.updatedAt }];
    const { data } = await persistently(ports, () => client.bulkUpdateTodos({ changes }, { idempotencyKey }));
    const { todo = null, error = null } = data[0] ?? {};
    if (todo !== null) return { todo, isSaved: true };
    if (error?.code !== "resource_conflict") throw refusalOf(error);
    basis = await persistently(ports, () => client.getTodo({ todoId }));
    if (basis.content !== seen.content) return { todo: basis, isSaved: basis.content === content };
  }
}
