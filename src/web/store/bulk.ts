/** Changes of many todos in one request: it is sent when the last of them is ready for it, and each takes its own outcome. */
import { DayshiftError } from "../../client/errors.ts";
import type { Client } from "../../client/types.ts";
import { Crossed, type Fields, isCrossed } from "./crossed.ts";
import { toRow, type TodoRow } from "./todo.ts";

type Change = Parameters<Client["bulkUpdateTodos"]>[0]["changes"][number];
type Outcome = Awaited<ReturnType<Client["bulkUpdateTodos"]>>["data"][number];
type Answer = TodoRow | null | DayshiftError | Crossed<TodoRow>;

/** As many as one request takes. */
export const mostTogether = 500;

/** A change of one todo, over the values that were seen. */
export interface Wanted {
  readonly todoId: string;
  readonly fields: Fields & { readonly isArchived?: boolean };
  readonly seen: object;
}

export interface TogetherParts {
  /** The todo as the service last said it. */
  readonly truthOf: (todoId: string) => TodoRow | undefined;
  readonly send: (changes: Change[]) => Promise<{ readonly data: readonly Outcome[] }>;
}

/**
 * What sends the change of one todo, together with those of all others. Rejects where that one was refused, with `Crossed` where somebody
 * else set other values than were seen; null where it is gone.
 */
export function together(wanted: readonly Wanted[], parts: TogetherParts): (todoId: string) => Promise<TodoRow | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, Answer>>();
  let awaited = wanted.length;
  return async (todoId) => {
    awaited -= 1;
    if (awaited === 0) sendAll(wanted, parts).then(resolve, reject);
    const answer = (await promise).get(todoId) ?? null;
    if (answer instanceof Error) throw answer;
    return answer;
  };
}

/** Those that were changed in other fields since they were seen are sent again, over what they are now. */
async function sendAll(wanted: readonly Wanted[], { truthOf, send }: TogetherParts): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const now = new Map(wanted.map(({ todoId }) => [todoId, truthOf(todoId)]));
  for (let left = wanted; ;) {
    left = left.filter(({ todoId, fields, seen }) => {
      const todo = now.get(todoId);
      if (todo === undefined || !isCrossed(todo, seen, fields)) return true;
      answers.set(todoId, new Crossed(todo, fields));
      return false;
    });
    if (left.length === 0) return answers;
    const { data } = await send(left.map((one) => changeOf(one, now.get(one.todoId))));
    const stale = data.filter(({ error, todo }) => error !== null && todo !== null);
    for (const { todoId, todo } of stale) if (todo !== null) now.set(todoId, toRow(todo));
    for (const outcome of data) if (!stale.includes(outcome)) answers.set(outcome.todoId, answerOf(outcome));
    left = left.filter(({ todoId }) => !answers.has(todoId));
  }
}

function changeOf({ todoId, fields }: Wanted, now: TodoRow | undefined): Change {
  const { isArchived, ...others } = fields;
  return {
    todoId,
    ...others,
    ...(isArchived !== undefined && { archived: isArchived }),
    ...(now !== undefined && { expectedUpdatedAt: now.updatedAt }),
  };
}

function answerOf({ todo, error }: Outcome): Answer {
  if (todo !== null) return toRow(todo);
  return error?.code === "resource_not_found" ? null : refusalOf(error);
}

/** What a refused change of one todo is thrown as. */
export function refusalOf(error: Outcome["error"]): DayshiftError {
  const { code = "internal_error", message = "", param = null } = error ?? {};
  const fields = {
    type: "invalid_request_error",
    code,
    message,
    param,
    docsUrl: "",
    specUrl: "",
    requestId: "",
  } as const;
  return new DayshiftError(400, fields, null);
}
