/** What was changed, and taking it back, in a real browser: with what stays named, and why. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf } from "../../src/web/parts/diff-lines.ts";
import { chatEnd, until } from "../helpers/wait.ts";
import { furnishedSuite, skip } from "./helpers/suite.ts";

const suite = furnishedSuite(async () => {
  const { data } = await suite.service.ok("listApprovals", { query: { status: "pending" } });
  await suite.service.ok("decideApproval", { path: { approvalId: data[0]?.id ?? "" }, body: { decision: "approve" } });
  await chatEnd(suite.service, suite.furnished.chatId);
});
const { visit } = suite;
const invoice = () => ({ todoId: suite.furnished.todos.get("Send the February invoice to Ana") ?? "" });

test("the history of a todo says who changed what, in words", { skip }, async () => {
  const { page, close } = await visit(`/todos/${invoice().todoId}`);
  await page.getByText("History").click();
  const change = page.getByRole("article", { name: /changed the todo “Send the February invoice to Ana”/ }).first();
  await change.getByText("Bookkeeper for owner").waitFor();
  const text = (await change.textContent()) ?? "";
  assert.match(text, /PriorityUrgent → High/);
  assert.match(text, /New address: 12 rue des Lilas, Lyon\./);
  assert.doesNotMatch(text, /dueDate|todoListId|2026-/, "no raw names or values");
  await close();
});

test(
  "what an agent changed is undone from its chat; what a person changed since stays, and is named",
  { skip },
  async () => {
    await suite.service.ok("updateTodo", { path: invoice(), body: { priority: "low" } });
    const { page, close } = await visit(`/chats/${suite.furnished.chatId}`);
    await page.getByRole("button", { name: "1 change" }).click();
    await page.getByRole("button", { name: "Undo all of it" }).click();
    const ask = page.getByRole("dialog", { name: "Undo these changes?" });
    await ask.getByText("This stays as it is:").waitFor();
    await ask.getByText(/priority/i).waitFor();
    await ask.getByRole("button", { name: "Cancel" }).click();
    await suite.service.ok("updateTodo", { path: invoice(), body: { priority: "high" } });
    await page.getByRole("button", { name: "Undo all of it" }).click();
    await ask.getByText("1 change is taken back.").waitFor();
    await ask.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Was undone").waitFor();
    const read = () => suite.service.ok("getTodo", { path: invoice() });
    await until("it is as it was", read, ({ dueDate }) => dueDate === "2026-03-06");
    await close();
  },
);

test("lines that are the same are left out of a difference, but for the nearest", () => {
  const text = (lines: readonly { mark: string; text: string }[]) => lines.map(({ mark, text }) => mark + text).join();
  assert.equal(text(linesOf("a\nb\nc\nd\ne", "a\nb\nc\nX\ne")), " b, c,-d,+X, e");
  assert.equal(text(linesOf("", "new")), "+new");
  assert.equal(text(linesOf("a", "a\na")), " a,+a");
});
