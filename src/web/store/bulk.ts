/** Changes of many todos in one request: it is sent when the last of them is ready for it, and each takes its own outcome. */
import { DayshiftError } from "../../client/errors.ts";
import type { Client } from "../../client/types.ts";
import { toRow, type TodoRow } from "./todo.ts";

type Bulk = Parameters<Client["bulkUpdateTodos"]>[0];
type Outcomes = Awaited<ReturnType<Client["bulkUpdateTodos"]>>;

/** As many as one request takes. */
export const mostTogether = 500;

/**
 * What sends the change of one todo, together with those of all others. Rejects where that one was refused; null where it is
 * gone. `send` is called once.
 */
export function together(
  changes: Bulk["changes"],
  send: (changes: Bulk["changes"]) => Promise<Outcomes>,
): (todoId: string) => Promise<TodoRow | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcomes>();
  let awaited = changes.length;
  return async (todoId) => {
    awaited -= 1;
    if (awaited === 0) send(changes).then(resolve, reject);
    const { data } = await promise;
    const outcome = data.find((one) => one.todoId === todoId);
    if (outcome?.todo != null) return toRow(outcome.todo);
    if (outcome?.error?.code === "resource_not_found") return null;
    throw refusalOf(outcome?.error ?? null);
  };
}

/** What a refused change of one todo is thrown as. */
export function refusalOf(error: Outcomes["data"][number]["error"]): DayshiftError {
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
