/** The reference page: offline, with every error explained where `docsUrl` points. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { docsPage, docsRoutes } from "../../../src/gateway/docs/page.ts";
import type { HttpRequest } from "../../../src/gateway/http/message.ts";
import { documentTexts } from "../../../src/gateway/openapi/documents.ts";
import { errorCatalogue } from "../../../src/schema/errors.ts";

const publicUrl = "https://dayshift.example.org";
const page = docsPage({ publicUrl });
const html = String(page.body);
const paths = [...html.matchAll(/(?:href|src)="(\/docs\/assets\/[^"]+)"/g)].map((match) => match[1] as string);

/** A request as far as the pages look at one. */
function requestAccepting(encoding?: string): HttpRequest {
  return { header: (name: string) => (name === "accept-encoding" ? encoding : undefined) } as HttpRequest;
}

/** The answer of the route at that path. */
function ask(path: string, acceptEncoding?: string) {
  const route = docsRoutes({ publicUrl }).find((one) => one.path === path);
  return route?.target(requestAccepting(acceptEncoding), {});
}

test("every code of the catalogue is explained at its anchor, and nothing else has one", () => {
  const found = html.matchAll(/<div id="error-(\w+)"><dt>.*?<dd>(.*?)<\/dd>/g);
  const anchors = new Map(Array.from(found, ([, code, text]) => [String(code), String(text)]));
  assert.deepEqual([...anchors.keys()].sort(), Object.keys(errorCatalogue).sort());
  for (const [code, text] of anchors) assert.ok(text.length > 15, code);
});

test("the page links both documents and loads nothing from elsewhere", () => {
  for (const path of ["/api/v1/openapi.json", "/app/v1/openapi.json"]) assert.ok(html.includes(`href="${path}"`));
  const loads = [...html.matchAll(/<(?:script|link|img|iframe)[^>]*(?:href|src)="([^"]*)"/g)].map((match) => match[1]);
  assert.equal(loads.length, 5);
  for (const address of loads) assert.match(String(address), /^(\/docs\/assets\/[0-9a-f]{16}\.(js|css)|data:,)$/);
});

test("the policy of the page lets in no script but the service's own", () => {
  const policy = String(page.headers["content-security-policy"]);
  assert.match(policy, /default-src 'none'; script-src 'self';/);
  assert.match(policy, /connect-src 'self'/);
  assert.ok(!/https?:|\*|unsafe-eval/.test(policy));
  assert.ok(!/<script(?![^>]*src=)|\son\w+=/.test(html), "an inline script or handler would be refused");
});

test("an origin with markup in it stays text", () => {
  const { body } = docsPage({ publicUrl: 'https://a/"><script>' });
  assert.ok(!body.includes("<script>"));
});

test("each file is cached for a year under an address with its hash, compressed as the client accepts it", async () => {
  assert.equal(paths.length, 4);
  for (const path of paths) {
    const plain = await ask(path);
    assert.match(String(plain?.headers["cache-control"]), /max-age=31536000, immutable/);
    assert.equal(plain?.headers["content-encoding"], undefined);
    const bytes = Buffer.from(plain?.body as Uint8Array);
    const brotli = await ask(path, "gzip, deflate, br");
    const gzip = await ask(path, "gzip, br;q=0");
    assert.deepEqual([brotli?.headers["content-encoding"], gzip?.headers["content-encoding"]], ["br", "gzip"]);
    assert.ok(brotliDecompressSync(brotli?.body as Uint8Array).equals(bytes));
    assert.ok(gunzipSync(gzip?.body as Uint8Array).equals(bytes));
  }
});

test("the routes are the page and its files, each at a literal path", async () => {
  const routes = docsRoutes({ publicUrl });
  assert.deepEqual(routes.map(({ path }) => path).sort(), ["/docs", ...paths].sort());
  for (const { target } of routes) {
    const answer = await target(requestAccepting(), {});
    assert.equal(answer.status, 200);
  }
});

test("the documents name the addresses of their interfaces", () => {
  const texts = documentTexts({ publicUrl, version: "1.0.0" });
  const servers = [texts.public, texts.app].map((text) => (JSON.parse(text) as { servers: unknown }).servers);
  assert.deepEqual(servers, [[{ url: `${publicUrl}/api/v1` }], [{ url: `${publicUrl}/app/v1` }]]);
});
