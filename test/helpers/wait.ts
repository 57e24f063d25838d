/** Waiting over HTTP for what an agent does. */
import assert from "node:assert/strict";
import type { Chat } from "../../src/schema/chat.ts";
import type { TodoRun } from "../../src/schema/todo.ts";
import type { TestModel } from "./model.ts";
import type { TestService } from "./service.ts";
import { eventually, losesPatience, turns } from "./settle.ts";

const ended: readonly string[] = ["completed", "failed", "cancelled", "awaiting_input"];

/** Asks until the answer will do; fails with the last answer when that is in vain. */
export async function until<T>(what: string, ask: () => Promise<T>, enough: (answer: T) => boolean): Promise<T> {
  const isInVain = losesPatience();
  for (let look = 1; ; look++) {
    const answer = await ask();
    // What a commit that was just seen brings about, such as a timer, has its time; and long waits take fewer looks.
    await turns(10 + look / 5);
    if (enough(answer)) return answer;
    assert.ok(!isInVain(), `Waited in vain: ${what}. Last: ${JSON.stringify(answer)}`);
  }
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
export function hanging({ model }: { readonly model: Pick<TestModel, "hanging"> }, count = 1): Promise<void> {
  return eventually(`${count} hanging steps`, () => model.hanging === count);
}
