/** What was changed, and taking it back, in a real browser: with what stays named, and why. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { linesOf } from "../../src/web/parts/diff-lines.ts";
import type { TestService } from "../helpers/service.ts";
import { chatEnd, until } from "../helpers/wait.ts";
import { open, startBrowser, withoutBrowser } from "./helpers/browser.ts";
import { type Furnished, furnish } from "./helpers/furnish.ts";
import { morning, startWebService } from "./helpers/service.ts";

const skip = withoutBrowser && "there is no Chromium";
let service: TestService;
let browser: Browser;
let furnished: Furnished;
const ends: (() => Promise<void>)[] = [];

before(async () => {
  if (withoutBrowser) return;
  service = await startWebService({ after: (end: () => Promise<void>) => void ends.push(end) });
  furnished = await furnish(service);
  const { data } = await service.ok("listApprovals", { query: { status: "pending" } });
  await service.ok("decideApproval", { path: { approvalId: data[0]?.id ?? "" }, body: { decision: "approve" } });
  await chatEnd(service, furnished.chatId);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  for (const end of ends.reverse()) await end();
});

const visit = (path: string) => open(browser, service.url, path, { now: morning, session: service.session });
const invoice = () => ({ todoId: furnished.todos.get("Send the February invoice to Ana") ?? "" });

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
    await service.ok("updateTodo", { path: invoice(), body: { priority: "low" } });
    const { page, close } = await visit(`/chats/${furnished.chatId}`);
    await page.getByRole("button", { name: "1 change" }).click();
    await page.getByRole("button", { name: "Undo all of it" }).click();
    const ask = page.getByRole("dialog", { name: "Undo these changes?" });
    await ask.getByText("This stays as it is:").waitFor();
    await ask.getByText(/priority/i).waitFor();
    await ask.getByRole("button", { name: "Cancel" }).click();
    await service.ok("updateTodo", { path: invoice(), body: { priority: "high" } });
    await page.getByRole("button", { name: "Undo all of it" }).click();
    await ask.getByText("1 change is taken back.").waitFor();
    await ask.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Was undone").waitFor();
    const read = () => service.ok("getTodo", { path: invoice() });
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
