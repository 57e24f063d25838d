/** For everybody: no violation of axe's rules on any screen, in both themes and on a phone; and hostile text runs nothing. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { open } from "./helpers/browser.ts";
import { screens } from "./helpers/screens.ts";
import { morning } from "./helpers/service.ts";
import { openStage, skip } from "./helpers/stage.ts";
import { earlier, furnishWhole } from "./helpers/whole.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { service, browser, filled: furnished, visit } = await openStage(furnishWhole, {}, earlier);

const wide = { width: 1280, height: 800 };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

for (const screen of screens) {
  test(`${screen.name}: nothing that axe objects to`, { skip }, async () => {
    for (const view of [{ viewport: wide }, phone]) {
      const signedIn = screen.isSignedOut === true ? {} : { session: furnished.session() };
      const options = { now: morning, colorScheme: "light" as const, ...view, ...signedIn };
      const { page, close } = await open(browser, service.url, screen.path(furnished), options);
      await screen.show(page, furnished);
      assert.deepEqual(await violations(page, { type: "tag", values: rules }), [], `${view.viewport.width}`);
      await page.emulateMedia({ colorScheme: "dark" });
      assert.deepEqual(
        await violations(page, { type: "rule", values: ["color-contrast"] }),
        [],
        `dark, ${view.viewport.width}`,
      );
      await close();
    }
  });
}

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

async function violations(page: Page, runOnly: object): Promise<string[]> {
  // Evaluated by the debugger, so that the policy of the page stays as it is.
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axe });
  const { result } = await session.send("Runtime.evaluate", {
    expression: `axe.run({ runOnly: ${JSON.stringify(runOnly)} }).then(({ violations }) =>
      JSON.stringify(violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(" | "))))`,
    awaitPromise: true,
    returnByValue: true,
  });
  return JSON.parse(String(result.value)) as string[];
}

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
