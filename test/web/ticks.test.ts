/** Boxes of texts in a real browser: a tick changes the text, over the text that was seen and over no other. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { boxOf, withBox } from "../../src/web/parts/tick-box.ts";
import { until } from "../helpers/wait.ts";
import { openStage, skip } from "./helpers/stage.ts";

const list =
  "To pack:\n\n- [ ] Shirts\n- [x] Adapter\n  - [ ] its *fuse*\n\n1. [ ] Lock the [door](https://example.com)\n";
const { visit, service, filled } = await openStage(async (own) => ({
  todo: await own.ok("createTodo", { body: { title: "Pack for Lyon", content: list } }),
  crossed: await own.ok("createTodo", { body: { title: "Pack for Rome", content: list } }),
  note: await own.ok("createCapture", { body: { type: "note", content: `Trip\n\n${list}` } }),
}));

test("a box is found after the mark of its item, and nothing but it is changed", () => {
  assert.equal(boxOf("- [ ] a", 0), 2);
  assert.equal(boxOf("x\n  12. [X] a [b]", 2), 8);
  for (const text of ["- a", "- [a](b)", "", "- ["]) assert.equal(boxOf(text, 0), null, text);
  assert.equal(withBox("- [ ] a\r\n- [ ] b", 11, true), "- [ ] a\r\n- [x] b");
  assert.equal(withBox("- [X] a", 2, false), "- [ ] a");
  assert.equal(withBox("- (?) a", 2, true), "- (?) a");
});

const box = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });
const contentIs = async (todoId: string, wanted: string): Promise<void> =>
  void (await until(
    "the text is saved",
    () => service.ok("getTodo", { path: { todoId } }),
    ({ content }) => content === wanted,
  ));

test("boxes of a todo are ticked by pointer and by key, and Z takes that back", { skip }, async () => {
  const { id } = filled.todo;
  const { page, close } = await visit(`/todos/${id}`);
  await box(page, "Shirts").click();
  await box(page, "its fuse").focus();
  await page.keyboard.press(" ");
  await page.getByRole("checkbox", { name: "Adapter" }).first().uncheck();
  const ticked = list.replace("[ ] Shirts", "[x] Shirts").replace("[ ] its", "[x] its");
  await contentIs(id, ticked.replace("[x] Adapter", "[ ] Adapter"));
  await page.locator(".notice").getByText("No longer ticked: Pack for Lyon").waitFor();
  await page.keyboard.press("z");
  await contentIs(id, ticked);
  await page.keyboard.press("z");
  await contentIs(id, list.replace("[ ] Shirts", "[x] Shirts"));
  await until(
    "that is shown",
    () => box(page, "its fuse").isChecked(),
    (isChecked) => !isChecked,
  );
  assert.ok(await box(page, "Shirts").isChecked());
  await close();
});

test("a tick does not write over what somebody else wrote in the meantime, nor does its undo", { skip }, async () => {
  const { id: todoId } = filled.crossed;
  const { page, close } = await visit(`/todos/${todoId}`);
  const theirs = "- [ ] Nothing but books";
  const change = (content: string) => service.ok("updateTodo", { path: { todoId }, body: { content } });
  await box(page, "Shirts").waitFor();
  let isFirst = true;
  await page.route("**/todos/bulk", async (route) => {
    if (isFirst) await change(theirs);
    isFirst = false;
    await route.fallback();
  });
  await box(page, "Shirts").check();
  const notice = page.locator(".notice");
  await notice.getByText("Not saved. Ticked: Pack for Rome. Somebody else changed this in the meantime.").waitFor();
  await box(page, "Nothing but books").waitFor();
  await contentIs(todoId, theirs);
  await box(page, "Nothing but books").check();
  await contentIs(todoId, "- [x] Nothing but books");
  await change("- [x] Two books");
  await box(page, "Two books").waitFor();
  await page.keyboard.press("z");
  await notice.getByText("It could not be taken back.").waitFor();
  await contentIs(todoId, "- [x] Two books");
  await service.ok("deleteTodo", { path: { todoId }, query: { permanent: true } });
  await page.getByText("Somebody else erased this todo").waitFor();
  assert.ok(await box(page, "Two books").isDisabled(), "what is erased is only shown");
  await close();
});

test("boxes of a note are ticked, too", { skip }, async () => {
  const { id: captureId } = filled.note;
  const { page, close } = await visit(`/captures/${captureId}`);
  const saved = (wanted: string) =>
    until(
      "the note is saved",
      () => service.ok("getCapture", { path: { captureId } }),
      ({ content }) => content === wanted,
    );
  await box(page, "Lock the door").check();
  await box(page, "Shirts").check();
  const ticked = `Trip\n\n${list}`.replace("1. [ ]", "1. [x]");
  await saved(ticked.replace("[ ] Shirts", "[x] Shirts"));
  await page.keyboard.press("z");
  await saved(ticked);
  await close();
});
