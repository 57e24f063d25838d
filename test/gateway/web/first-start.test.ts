/** What somebody meets who has just started a service: a page that says what to do, an icon, a way to see that it works. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@libsql/client/sqlite3";
import { healthRoute } from "../../../src/gateway/web/health.ts";
import type { HttpRequest } from "../../../src/gateway/http/message.ts";
import { startTestService } from "../../helpers/service.ts";

const asPage = { accept: "text/html" };

test("until there is an owner, pages say how to become it", { rules: ["setup.link"] }, async (t) => {
  const service = await startTestService(t, { empty: true });
  const get = (path: string) => service.send("GET", path, { credential: null, headers: asPage });
  for (const path of ["/", "/today", "/sign-in"]) {
    const { status, body, headers } = await get(path);
    assert.equal(status, 200, path);
    assert.match(body, /no owner yet/, path);
    assert.match(String(headers["content-security-policy"]), /default-src 'none'/);
    assert.equal(body.includes(service.setupToken ?? assert.fail()), false);
  }
  assert.doesNotMatch((await get("/setup")).body, /no owner yet/);
  const token = service.setupToken;
  await service.ok("completeSetup", { body: { token, email: "ada@example.com", password: "a good password" } });
  assert.doesNotMatch((await get("/")).body, /no owner yet/);
});

test("the icon is where browsers look for it", async (t) => {
  const service = await startTestService(t);
  const { status, headers, body } = await service.send("GET", "/favicon.ico", { credential: null });
  assert.deepEqual([status, headers["content-type"]], [200, "image/svg+xml"]);
  assert.match(body, /<svg/);
});

test("a monitor asks for the health of the service, without a credential", async (t) => {
  const service = await startTestService(t);
  const { status, body, headers } = await service.send("GET", "/healthz", { credential: null });
  assert.deepEqual([status, body, headers["cache-control"]], [200, "ok\n", "no-store"]);
  assert.equal((await service.send("HEAD", "/healthz", { credential: null })).status, 200);
});

test("a directory that does not answer is no health, and nothing of it is shown", async () => {
  const closed = createClient({ url: ":memory:" });
  closed.close();
  const { target } = healthRoute(() => closed.execute("SELECT 1"));
  const { status, body } = await target({} as HttpRequest, {});
  assert.deepEqual([status, body], [503, "the directory does not answer\n"]);
});
