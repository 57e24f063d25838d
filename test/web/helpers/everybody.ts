/**
 * Holds screens to what everybody needs: axe's rules in both themes; the keyboard alone, in forced colours; and 320 pixels, which is
 * 400 % of 1280, without motion. A screen is opened once in each width, as opening takes the longest.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CDPSession, Page } from "playwright-core";
import { contrastViolations, loadAxe, violations } from "./axe.ts";
import { open, type OpenOptions } from "./browser.ts";
import { ask, walk } from "./reach.ts";
import type { Screen } from "./screens.ts";
import { morning } from "./service.ts";
import { openStage, skip } from "./stage.ts";
import { earlier, furnishWhole } from "./whole.ts";

const desktop = { viewport: { width: 1280, height: 800 } };
/** Not `isMobile`: such a page is drawn smaller where it is too wide, and nothing of it is cut off. */
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Two tests of each. */
export async function testForEverybody(screens: readonly Screen[]): Promise<void> {
  const { service, browser, filled } = await openStage(furnishWhole, {}, earlier);
  async function visit(screen: Screen, options: Partial<OpenOptions>) {
    const signedIn = screen.isSignedOut === true ? {} : { session: filled.session() };
    const light = { now: morning, colorScheme: "light", ...signedIn, ...options } as const;
    const opened = await open(browser, service.url, screen.path(filled), light);
    await screen.show(opened.page, filled);
    await opened.calm();
    return { ...opened, devtools: await opened.page.context().newCDPSession(opened.page) };
  }

  for (const screen of screens) {
    test(
      `${screen.name}: nothing that axe objects to, and Tab reaches every control, in sight and with a ring`,
      { skip },
      async () => {
        const { page, devtools, close } = await visit(screen, desktop);
        await obeysAxe(page, devtools);
        await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
        assert.deepEqual(await ask<string[]>(page, "spilling()"), []);
        assert.equal((await ask<string[]>(page, "headings()")).length, 1, "one heading of the first level");
        const { missed, faults } = await walk(page);
        assert.deepEqual(missed, [], "not reached");
        assert.deepEqual(faults, []);
        await close();
      },
    );

    test(
      `${screen.name}: nothing that axe objects to on a phone; at 320 pixels nothing is cut off, and nothing moves`,
      { skip },
      async () => {
        const { page, calm, devtools, close } = await visit(screen, phone);
        await obeysAxe(page, devtools);
        await page.setViewportSize({ width: 320, height: 800 });
        await calm();
        assert.deepEqual(await ask<string[]>(page, "cutOff()"), []);
        assert.deepEqual(await ask<string[]>(page, "spilling()"), []);
        assert.equal(await ask<number>(page, "below()"), 0, "the page itself does not scroll, what is in it does");
        assert.equal(await ask<number>(page, "moving()"), 0);
        await close();
      },
    );
  }
}

async function obeysAxe(page: Page, devtools: CDPSession): Promise<void> {
  await loadAxe(devtools);
  assert.deepEqual(await violations(devtools), []);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await contrastViolations(devtools), [], "dark");
}
