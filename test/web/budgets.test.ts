/** Budgets that hold on any machine: sizes of what is loaded, and what a page of thousands of todos has in its document. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildWeb } from "../../build/web.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { openStage, skip } from "./helpers/stage.ts";

const count = 2000;
const { visit } = await openStage(async (service) => {
  for (let from = 0; from < count; from += 50) {
    const data = Array.from({ length: 50 }, (_, at) => ({ title: `Todo ${from + at}`, priority: "low" as const }));
    await service.ok("batchCreateTodos", { body: { data } });
  }
});

test("the app is as small as was promised: the build fails above it", async (t) => {
  const { first, part, style } = await buildWeb(tempDir(t));
  assert.ok(first <= 70 * 1024 && part <= 30 * 1024 && style <= 14 * 1024, JSON.stringify({ first, part, style }));
});

test(
  "of thousands of todos only those in sight are in the document, and every one can be reached",
  { skip },
  async () => {
    const { page, close } = await visit("/todos");
    await page.getByRole("option").first().waitFor();
    assert.ok((await page.getByRole("option").count()) <= 60);
    assert.ok(Number(await page.evaluate("document.querySelectorAll('*').length")) <= 1500);
    await page.keyboard.press("End");
    const last = page.locator("[role=option].current");
    await last.waitFor();
    assert.equal(await last.getAttribute("aria-posinset"), String(count));
    assert.equal(await last.getAttribute("aria-setsize"), String(count));
    assert.ok(await last.isVisible());
    await page.keyboard.press("Home");
    await page.locator("[role=option].current[aria-posinset='1']").waitFor();
    await close();
  },
);
