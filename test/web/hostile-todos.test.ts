/** Hostile titles and texts of todos, one kind after the other: they are text, fit the page, and nothing of them runs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { furnish } from "./helpers/furnish.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, visit } = await openStage(furnish);

const hostile = [
  `<img src=x onerror="window.ran=1"><script>window.ran=1</script>`,
  `"><svg onload=window.ran=1>`,
  "x".repeat(500),
  "مرحبا بالعالم \u202Etxet\u202C 👩‍👩‍👧‍👦 𝕏",
  "[click](javascript:window.ran=1) ![x](https://elsewhere.example/x.png)",
];

test("hostile text is text on every screen, and nothing of it runs", { skip }, async () => {
  const list = await service.ok("createTodoList", { body: { name: hostile[0] ?? "" } });
  for (const text of hostile) {
    const body = { title: text, content: `${text}\n\n${hostile[4]}`, todoListId: list.id, dueDate: "2026-03-10" };
    await service.ok("createTodo", { body });
  }
  const { page, close } = await visit("/today");
  await page
    .getByRole("option", { name: /img src/ })
    .first()
    .waitFor();
  for (const text of ["img src", "svg onload", "xxxx", "مرحبا", "javascript"]) {
    await page
      .getByRole("option", { name: new RegExp(text) })
      .first()
      .click();
    const sheet = page.locator(".sheet");
    await sheet.locator(".markdown p").first().waitFor();
    assert.equal(await sheet.locator("img, script, a[href^='javascript']").count(), 0, text);
    await sheet.getByRole("button", { name: "Close" }).click();
  }
  await page.goto(`${service.url}/lists/${list.id}`);
  await page.getByRole("heading", { level: 1, name: /img src/ }).waitFor();
  assert.equal(await page.evaluate("window.ran"), undefined);
  assert.ok(
    await page.evaluate("document.documentElement.scrollWidth <= innerWidth"),
    "nothing is wider than the page",
  );
  await close();
});
