/** German on a narrow phone: names of places are whole. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./helpers/browser.ts";
import { furnish } from "./helpers/furnish.ts";
import { ask } from "./helpers/reach.ts";
import { morning } from "./helpers/service.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, browser } = await openStage(furnish);

for (const width of [390, 360, 320])
  test(`in German the names of places are whole on a phone of ${width} pixels`, { skip }, async () => {
    for (const path of ["/todos", "/todos?view=board", "/todos?view=calendar", "/today", "/inbox", "/captures"]) {
      const options = { now: morning, session: service.session, locale: "de-DE", viewport: { width, height: 780 } };
      const { page, close } = await open(browser, service.url, path, options);
      await page
        .locator(".bar-item[aria-current]")
        .getByText(/Aufgaben|Heute|Anfragen/)
        .or(page.getByRole("heading", { name: "Notizen" }))
        .first()
        .waitFor();
      assert.deepEqual(await ask<string[]>(page, "shortened('h1, .bar-item span')"), [], path);
      await close();
    }
  });
