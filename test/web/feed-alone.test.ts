/** The feed alone fails while the service answers all else: screens catch up, and what is older is said to be. */
import { test } from "node:test";
import type { Page, WebSocketRoute } from "playwright-core";
import { until } from "../helpers/wait.ts";
import { furnish } from "./helpers/furnish.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, visit } = await openStage(furnish);

const option = (page: Page, name: RegExp) => page.getByRole("option", { name });

/** A page whose feed the test holds. */
async function held(path: string) {
  const { page, ...opened } = await visit(path);
  const lines: WebSocketRoute[] = [];
  /** What the service says comes to the page on none of these. */
  const deaf = new Set<WebSocketRoute>();
  await page.routeWebSocket(/changes/, (line) => {
    lines.push(line);
    const server = line.connectToServer();
    server.onMessage((message) => !deaf.has(line) && line.send(message));
  });
  await page.reload();
  await until(
    "the page follows",
    async () => lines.length,
    (count) => count > 0,
  );
  const reset = (): void => lines.at(-1)?.send(JSON.stringify({ type: "reset", reason: "restored" }));
  const deafen = (): void => void deaf.add(lines.at(-1) as WebSocketRoute);
  return { page, deafen, reset, ...opened };
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

test("what no snapshot has is read again, too, once changes were missed", { skip }, async () => {
  const { page, deafen, reset, close } = await held("/captures");
  await page.locator(".items button").first().waitFor();
  deafen();
  await service.ok("createCapture", { body: { type: "note", title: "Shade plan", content: "Ferns first." } });
  reset();
  await page.getByText("Shade plan").waitFor();
  await close();
});
