/** The feed alone fails while the service answers all else: screens catch up, and what is older is said to be. */
import { test } from "node:test";
import type { Page, WebSocketRoute } from "playwright-core";
import { until } from "../helpers/wait.ts";
import { furnish } from "./helpers/furnish.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, visit } = await openStage(furnish);

const option = (page: Page, name: RegExp) => page.getByRole("option", { name });

/** A page whose feed the test holds: the connections that it made, the last one last. */
async function held(path: string) {
  const { page, ...opened } = await visit(path);
  const lines: WebSocketRoute[] = [];
  await page.routeWebSocket(/changes/, (line) => {
    lines.push(line);
    line.connectToServer();
  });
  await page.reload();
  await until(
    "the page follows",
    async () => lines.length,
    (count) => count > 0,
  );
  const reset = (): void => lines.at(-1)?.send(JSON.stringify({ type: "reset", reason: "restored" }));
  return { page, lines, reset, ...opened };
}

test("what is to be read again and cannot be is said to be old, and is read once it can be", { skip }, async () => {
  const { page, reset, close } = await held("/todos");
  await option(page, /Renew the domain/).waitFor();
  await page.route(/\/app\/v1\/snapshot/, (route) =>
    route.fulfill({ status: 500, headers: { "retry-after": "0" }, json: { error: { type: "api_error" } } }),
  );
  reset();
  await page.getByText(/Shown as of/).waitFor();
  await service.ok("createTodo", { body: { title: "Made in the meantime" } });
  await page.unroute(/\/app\/v1\/snapshot/);
  await option(page, /Made in the meantime/).waitFor();
  await page.getByText(/Shown as of/).waitFor({ state: "detached" });
  await close();
});
