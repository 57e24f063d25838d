/** Holds screens to axe's rules: no violation, in both themes, wide and on a phone. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { open } from "./browser.ts";
import type { Screen } from "./screens.ts";
import { morning } from "./service.ts";
import { openStage, skip } from "./stage.ts";
import { earlier, furnishWhole } from "./whole.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const wide = { width: 1280, height: 800 };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A test of each. */
export async function testByAxe(screens: readonly Screen[]): Promise<void> {
  const { service, browser, filled: furnished } = await openStage(furnishWhole, {}, earlier);
  for (const screen of screens) {
    test(`${screen.name}: nothing that axe objects to`, { skip }, async () => {
      for (const view of [{ viewport: wide }, phone]) {
        const signedIn = screen.isSignedOut === true ? {} : { session: furnished.session() };
        const options = { now: morning, colorScheme: "light" as const, ...view, ...signedIn };
        const { page, calm, close } = await open(browser, service.url, screen.path(furnished), options);
        await screen.show(page, furnished);
        await calm();
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
