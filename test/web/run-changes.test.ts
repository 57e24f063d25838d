/** What an agent's run changed is seen from its todo, and taken back there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../helpers/wait.ts";
import { furnishedSuite, skip } from "./helpers/suite.ts";

const suite = furnishedSuite();

test("a run is taken back from the todo that it worked on", { skip }, async () => {
  const { service } = suite;
  const agent = await service.ok("createAgent", { body: { name: "Runner", requiresApproval: false } });
  const other = await service.ok("createTodo", { body: { title: "Order paper", priority: "low" } });
  service.model.play(
    { calls: [{ name: "update_todo", input: { todoId: other.id, priority: "high" } }] },
    { text: "Done." },
  );
  const todo = await service.ok("createTodo", {
    body: { title: "Look after the paper", assignees: [{ id: agent.id, type: "agent" }], run: true },
  });
  const read = (todoId: string) => () => service.ok("getTodo", { path: { todoId } });
  await until("the run has ended", read(todo.id), ({ latestRun }) => latestRun?.status === "completed");
  assert.equal((await read(other.id)()).priority, "high");
  const { page, close } = await suite.visit(`/todos/${todo.id}`);
  await page.getByRole("button", { name: /^See what was changed/ }).click();
  const sheet = page.getByRole("dialog", { name: "What this run changed" });
  await sheet.getByText("Order paper").waitFor();
  await sheet.getByRole("button", { name: "Undo all of it" }).click();
  const sure = page.getByRole("dialog", { name: "Undo these changes?" });
  await sure.getByRole("button", { name: "Undo" }).click();
  await until("it is taken back", read(other.id), ({ priority }) => priority === "low");
  await close();
});
