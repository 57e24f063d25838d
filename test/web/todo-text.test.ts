/** The text of a todo in a real browser: lists that go on by themselves, and what is left of a todo that was erased elsewhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { continueList } from "../../src/web/parts/continue-list.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { visit, service, filled } = await openStage((own) =>
  own.ok("createTodo", { body: { title: "Pack for Lyon", content: "Bring the adapter." } }),
);

test("Enter begins the next item of a list, and ends the list in an empty one", () => {
  const after = (text: string) => continueList(text, text.length);
  assert.deepEqual(after("- one"), { from: 5, text: "\n- " });
  assert.deepEqual(after("Head\n  - [x] one"), { from: 16, text: "\n  - [ ] " });
  assert.deepEqual(after("9. nine"), { from: 7, text: "\n10. " });
  assert.deepEqual(after("* one\n* "), { from: 6, text: "" });
  for (const text of ["", "plain", "-no", "- one\nplain"]) assert.equal(after(text), null, text);
  assert.deepEqual(continueList("- one two", 5), { from: 5, text: "\n- " });
});

test("a list goes on while it is written", { skip }, async () => {
  const { page, close } = await visit(`/todos/${filled.id}`);
  await page.getByRole("button", { name: "Edit the text" }).click();
  const field = page.getByRole("textbox", { name: "Text" });
  await field.fill("- [ ] Shirts");
  await field.press("End");
  for (const key of ["Enter", "A", "Enter", "Enter", "B"]) await field.press(key);
  assert.equal(await field.inputValue(), "- [ ] Shirts\n- [ ] A\nB");
  await close();
});

test("a todo that somebody else erases stays in sight, and that is said", { skip }, async () => {
  const { page, close } = await visit(`/todos/${filled.id}`);
  await page.getByText("Bring the adapter.").waitFor();
  await service.ok("deleteTodo", { path: { todoId: filled.id }, query: { permanent: true } });
  await page.getByText("Somebody else erased this todo").waitFor();
  await page.getByText("Bring the adapter.").waitFor();
  await close();
});
