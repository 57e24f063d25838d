/** The way out of Preact, held open: the same source, built with React, does a day's work under the same policy. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { buildWeb } from "../../build/web.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { until } from "../helpers/wait.ts";
import { startBrowser, open } from "./helpers/browser.ts";
import { morning, startWebService } from "./helpers/service.ts";
import { skip } from "./helpers/stage.ts";

const here = (name: string): string => join(import.meta.dirname, "react", name);
const alias = { preact: here("preact.mjs"), "preact/hooks": "react", "preact/jsx-runtime": here("jsx-runtime.mjs") };

test("built with React the app lists, adds, opens, ticks off and undoes", { skip }, async (t) => {
  const folder = tempDir(t);
  const { first, inputs } = await buildWeb(folder, { alias, mostFirst: 140 * 1024 });
  assert.ok(inputs.some((name) => name.includes("node_modules/react-dom/")));
  assert.ok(!inputs.some((name) => name.includes("node_modules/preact/")));
  assert.ok(first < 140 * 1024, `${first} bytes of gzip`);

  const service = await startWebService(t);
  await service.ok("createTodo", { body: { title: "Water the plants", dueDate: "2026-03-10" } });
  // A document that a test answers has no address, and may not open sockets to this machine.
  const browser = await startBrowser(["--disable-features=LocalNetworkAccessChecks"]);
  t.after(() => browser.close());
  const { page, calm, close } = await open(browser, service.url, "/healthz", {
    now: morning,
    session: service.session,
  });
  const typeOf = { js: "text/javascript", css: "text/css" };
  await page.route("**/web/*", (route) => {
    const name = new URL(route.request().url()).pathname.replace("/web/", "");
    const contentType = typeOf[name.split(".").at(-1) as keyof typeof typeOf] ?? "image/svg+xml";
    return route.fulfill({ body: readFileSync(join(folder, name)), contentType });
  });
  await page.route(`${service.url}/todos`, async (route) => {
    const response = await route.fetch(); // for its headers: the policy is the service's
    await route.fulfill({ response, body: readFileSync(join(folder, "index.html")) });
  });
  await page.goto(`${service.url}/todos`);

  const row = (name: RegExp) => page.getByRole("option", { name });
  await row(/Water the plants/).waitFor();
  await page.keyboard.press("c");
  await page.locator("input:focus").waitFor();
  await page.keyboard.type("Built with React !high");
  await page.keyboard.press("Enter");
  await row(/Built with React/).waitFor();
  await calm();
  await row(/Built with React/).click();
  await page.locator(".sheet textarea").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".sheet").waitFor({ state: "detached" });
  await row(/Water the plants/)
    .locator(".tick")
    .click();
  await row(/Water the plants/).waitFor({ state: "detached" });
  await page.keyboard.press("z");
  await row(/Water the plants/).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("board");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Board" }).click();
  await page.locator(".todo-card").first().waitFor();
  const listed = () => service.ok("listTodos", { query: { query: "Built with React" } });
  await until("it is on the service", listed, ({ data }) => data[0]?.priority === "high");
  await close();
});
