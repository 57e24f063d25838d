/** Waiting over HTTP for what an agent does: requests are counted, never time. */
import assert from "node:assert/strict";
import type { Chat } from "../../src/schema/chat.ts";
import type { TodoRun } from "../../src/schema/todo.ts";
import type { TestService } from "./service.ts";
import { eventually } from "./settle.ts";

const pollsAtMost = 20_000;
const ended: readonly string[] = ["completed", "failed", "cancelled", "awaiting_input"];

/** Asks until the answer will do; fails with the last answer otherwise. */
export async function until<T>(what: string, ask: () => Promise<T>, enough: (answer: T) => boolean): Promise<T> {
  let answer = await ask();
  for (let poll = 0; poll < pollsAtMost && !enough(answer); poll++) answer = await ask();
  assert.ok(enough(answer), `Waited in vain: ${what}. Last: ${JSON.stringify(answer)}`);
  return answer;
}

/** The chat once its turn has ended, or it waits for a decision. */
export function chatEnd(service: TestService, chatId: string, statuses = ended): Promise<Chat> {
  return until(
    `chat ${statuses.join("/")}`,
    () => service.ok("getChat", { path: { chatId } }),
    (chat) => statuses.includes(chat.status),
  );
}

/** The latest run of the todo once it has ended. */
export async function runEnd(service: TestService, todoId: string): Promise<TodoRun> {
  const todo = await until(
    "a run that ended",
    () => service.ok("getTodo", { path: { todoId } }),
    ({ latestRun }) => latestRun !== null && latestRun.status !== "running",
  );
  return todo.latestRun ?? assert.fail("no run");
}

/** Resolves when so many steps of the model hang. */
export function hanging(service: TestService, count = 1): Promise<void> {
  return eventually(`${count} hanging steps`, () => service.model.hanging === count);
}
