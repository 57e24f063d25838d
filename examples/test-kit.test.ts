/** A test of a program that talks to Dayshift: the service is real, its clock and its model belong to the test. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startDayshift } from "dayshift/testing";

test("a schedule starts the agent on Monday morning", async () => {
  await using dayshift = await startDayshift(); // its time begins on Monday, 5 January 2026, at 09:00 UTC
  const { client, model } = dayshift;
  const agent = await client.createAgent({ name: "Reporter", requiresApproval: false });
  const todo = await client.createTodo({
    title: "Weekly report",
    assignees: [{ id: agent.id, type: "agent" }],
    schedule: { rrule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=10;BYMINUTE=0" },
  });
  assert.equal(todo.nextRunAt, "2026-01-05T10:00:00.000Z");

  model.play({ text: "All is well." });
  await dayshift.advance(60 * 60 * 1000);
  const [run] = (await client.listTodoRuns({ todoId: todo.id })).data;
  const { messages } = await client.waitForChat(run?.chatId ?? assert.fail("No run was started."));
  assert.equal(messages.at(-1)?.text, "All is well.");
});
