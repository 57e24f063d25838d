/** The app without a network: its own files are stored by the browser, and nothing else is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { ownPort } from "../helpers/ports.ts";
import { until } from "../helpers/wait.ts";
import { open } from "./helpers/browser.ts";
import { morning, startWebService } from "./helpers/service.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { browser } = await openStage(async () => undefined);

/** Run in the page: whether the worker has stored all that it is to store. */
const isStored = "navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')";
/** Not waitForFunction: it has the page evaluate text, which the policy of the page forbids. */
const stored = (page: Page) =>
  until(
    "the files are stored",
    () => page.evaluate(isStored),
    (answer) => answer === true,
  );

/** Run in the page: all that the browser stores for it. */
const storedFiles = `(async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      found.push({ path: new URL(request.url).pathname, text: await answer.text() });
    }
  }
  return JSON.stringify(found);
})()`;

test("the app opens while the service is away, says so, and goes on when it is back", { skip }, async (t) => {
  const service = await startWebService(t, { configuration: { port: await ownPort() } });
  await service.ok("createTodo", { body: { title: "Sesame for nobody else" } });
  const options = { now: morning, session: service.session, serviceWorkers: "allow" } as const;
  const { page, close } = await open(browser, service.url, "/todos", options);
  await page.getByRole("option", { name: /Sesame/ }).waitFor();
  await stored(page);
  await page.reload(); // from now on the worker answers for the page
  await page.getByRole("option", { name: /Sesame/ }).waitFor();

  const files = JSON.parse(await page.evaluate(storedFiles)) as readonly { path: string; text: string }[];
  assert.ok(files.length > 5 && files.some(({ path }) => path === "/"));
  for (const { path, text } of files) {
    assert.ok(path === "/" || path.startsWith("/web/"), path);
    assert.ok(!text.includes("Sesame"), path);
  }

  await service.stop();
  await page.reload();
  await page.getByText("The service did not answer. Check the connection.").waitFor();
  assert.equal(await page.getByText("Sesame").count(), 0);
  await service.restart();
  await page.reload();
  await page.getByRole("option", { name: /Sesame/ }).waitFor();
  await close();
});

test("other pages of the service are left to the network", { skip }, async (t) => {
  const service = await startWebService(t);
  const options = { now: morning, session: service.session, serviceWorkers: "allow" } as const;
  const { page, close } = await open(browser, service.url, "/todos", options);
  await stored(page);
  await page.reload();
  for (const path of ["/healthz", "/docs", "/api/v1/openapi.json"]) {
    const answer = await page.goto(service.url + path);
    assert.deepEqual([answer?.status(), answer?.fromServiceWorker()], [200, false], path);
  }
  await close();
});

test("browsers look for a newer worker each time, and it may fetch from the service alone", { skip }, async (t) => {
  const service = await startWebService(t);
  const { status, headers, body } = await service.send("GET", "/worker.js", { credential: null });
  assert.equal(status, 200);
  assert.equal(headers["cache-control"], "no-cache");
  assert.match(String(headers["content-type"]), /^text\/javascript/);
  assert.equal(headers["content-security-policy"], "default-src 'none'; connect-src 'self'");
  const page = await service.send("GET", "/", { credential: null, headers: { accept: "text/html" } });
  for (const [, path = ""] of page.body.matchAll(/"(\/web\/[^"]+)"/g)) assert.ok(body.includes(path), path);
});

test("a phone can install it: names, colours and pictures of every size that is wanted", { skip }, async (t) => {
  const service = await startWebService(t);
  const { body } = await service.send("GET", "/", { credential: null, headers: { accept: "text/html" } });
  const address = /rel="manifest" href="([^"]+)"/.exec(body)?.[1] ?? assert.fail("No manifest.");
  const manifest = (await (await fetch(service.url + address)).json()) as {
    readonly display: string;
    readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
  };
  assert.equal(manifest.display, "standalone");
  const sizes = manifest.icons.filter(({ type }) => type === "image/png").map((icon) => icon.sizes);
  assert.deepEqual(sizes, ["192x192", "512x512", "512x512"]);
  const apple = /rel="apple-touch-icon" href="([^"]+)"/.exec(body)?.[1] ?? assert.fail("No picture for Apple.");
  for (const [src, size] of [
    ...manifest.icons.slice(1).map((icon) => [icon.src, Number.parseInt(icon.sizes)] as const),
    [apple, 180] as const,
  ]) {
    const bytes = Buffer.from(await (await fetch(service.url + src)).arrayBuffer());
    assert.deepEqual(
      [bytes.toString("latin1", 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
      ["PNG", size, size],
      src,
    );
  }
});
