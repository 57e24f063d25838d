/** How the app is served: its page at every place, its files for good, and nothing else changed. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { places } from "../../src/schema/places.ts";
import { startTestService, type TestService } from "../helpers/service.ts";

let service: TestService;
const ends: (() => Promise<void>)[] = [];
before(async () => {
  service = await startTestService({ after: (end: () => Promise<void>) => void ends.push(end) });
});
after(async () => {
  for (const end of ends.reverse()) await end();
});

const asPage = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test("the page answers at / and at every place, with the policy that lets nothing in", async () => {
  const root = await service.send("GET", "/", { credential: null });
  assert.equal(root.status, 200);
  for (const path of [
    ...places.map((place) => `/${place}`),
    "/todos/0195f3a0-0000-7000-8000-000000000001",
    "/agents/x/runs",
  ]) {
    const answer = await service.send("GET", path, { credential: null, headers: asPage });
    assert.deepEqual([answer.status, answer.body], [200, root.body], path);
  }
  const { headers } = root;
  const policy = String(headers["content-security-policy"]);
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types dayshift",
    "frame-ancestors 'none'",
  ])
    assert.ok(policy.includes(part), part);
  assert.ok(policy.includes(`connect-src 'self' ${service.url.replace("http", "ws")}`));
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal(headers["permissions-policy"], "microphone=(self)");
  assert.equal(headers["cross-origin-opener-policy"], "same-origin");
  assert.equal(headers["referrer-policy"], "no-referrer");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["cache-control"], "no-cache");
});

test("a page that has not changed is not sent again", async () => {
  const { headers } = await service.send("GET", "/", { credential: null });
  const again = await service.send("GET", "/todos", {
    credential: null,
    headers: { ...asPage, "if-none-match": String(headers["etag"]) },
  });
  assert.deepEqual([again.status, again.body], [304, ""]);
});

test("what the page names is there for good, in the encoding that the browser takes", async () => {
  const { body } = await service.send("GET", "/", { credential: null });
  const named = [...body.matchAll(/"(\/web\/[^"]+)"/g)].map(([, path = ""]) => path);
  assert.ok(named.some((path) => path.endsWith(".js")) && named.some((path) => path.endsWith(".css")));
  for (const path of named) {
    const plain = await fetch(service.url + path, { headers: { "accept-encoding": "identity" } });
    assert.equal(plain.status, 200, path);
    assert.equal(plain.headers.get("cache-control"), "public, max-age=31536000, immutable");
    const bytes = Buffer.from(await plain.arrayBuffer());
    for (const [encoding, decode] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const packed = await rawBytes(path, encoding);
      assert.deepEqual(decode(packed), bytes, `${path} ${encoding}`);
    }
  }
});

/** The bytes as they come over the wire: fetch would decode them. */
async function rawBytes(path: string, encoding: string): Promise<Buffer> {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    const asked = request(service.url + path, { headers: { "accept-encoding": encoding } }, (response) => {
      assert.equal(response.headers["content-encoding"], encoding);
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => resolve(Buffer.concat(parts)));
    });
    asked.on("error", reject);
    asked.end();
  });
}

test("the app can be installed: its manifest names a place to begin and an icon that is there", async () => {
  const { body } = await service.send("GET", "/", { credential: null });
  const path = /rel="manifest" href="([^"]+)"/.exec(body)?.[1] ?? "";
  const answer = await fetch(service.url + path);
  assert.equal(answer.headers.get("content-type"), "application/manifest+json");
  const manifest = (await answer.json()) as { start_url: string; display: string; icons: { src: string }[] };
  assert.deepEqual([manifest.start_url, manifest.display], ["/today", "standalone"]);
  for (const { src } of manifest.icons) assert.equal((await fetch(service.url + src)).status, 200, src);
});

test("everything else that is unknown is refused as before", async () => {
  const cases: readonly [string, string, Record<string, string>][] = [
    ["GET", "/todos", { accept: "application/json" }],
    ["GET", "/nowhere", asPage],
    ["GET", "/web/main.AAAAAAAA.js", asPage],
    ["GET", "/web/files.json", asPage],
    ["GET", "/web/..%2f..%2fpackage.json", asPage],
    ["GET", "/api/v1/nowhere", asPage],
    ["GET", "/app/v1/nowhere", asPage],
    ["POST", "/todos", asPage],
  ];
  for (const [method, path, headers] of cases) {
    const answer = await service.send(method, path, { credential: null, headers });
    assert.equal(answer.status, 404, `${method} ${path}`);
    assert.match(answer.body, /"unknown_operation"/, `${method} ${path}`);
  }
});
