/** Metrics for a monitor: on a port of their own, off unless it is set, and harmless to whatever else asks there. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { test } from "node:test";
import { readConfiguration } from "../../src/server/base/configuration.ts";
import { explainStart } from "../../src/server/base/start-error.ts";
import { startTestService } from "../helpers/service.ts";

/** The values of a text in Prometheus's format, by name and labels; each name has its type and a line of help before it. */
function valuesOf(text: string): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  let described = "";
  for (const line of text.trimEnd().split("\n")) {
    const [, kind, name = ""] = /^# (HELP|TYPE) (\w+) ./.exec(line) ?? [];
    if (kind === "TYPE") described = name;
    if (kind !== undefined) continue;
    const [, sample = "", value] = /^(\w+(?:\{[^}]*\})?) ([-+.\de]+)$/.exec(line) ?? assert.fail(line);
    assert.ok(sample.startsWith(described), `${line} stands below ${described}`);
    values.set(sample, Number(value));
  }
  return values;
}

test("a service without the setting has no metrics", async (t) => {
  const service = await startTestService(t);
  assert.equal(service.metricsUrl, null);
  assert.equal((await service.send("GET", "/metrics", { credential: null })).status, 404);
});

test("answers are counted by method and status, and nothing of a request but these is shown", async (t) => {
  const service = await startTestService(t, { configuration: { metricsPort: 0 } });
  const url = service.metricsUrl ?? assert.fail("No metrics.");
  const before = valuesOf(await (await fetch(url)).text());
  await service.ok("createTodo", { body: { title: "Sesame" } });
  await service.ok("listTodos");
  await service.refuses("getTodo", { path: { todoId: "018f4e6a-0000-7000-8000-000000000001" } }, "resource_not_found");
  const answer = await fetch(url);
  assert.equal(answer.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  const text = await answer.text();
  const after = valuesOf(text);
  const more = (sample: string): number => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
  assert.equal(more('http_requests_total{method="POST",code="201"}'), 1);
  assert.equal(more('http_requests_total{method="GET",code="200"}'), 1);
  assert.equal(more('http_requests_total{method="GET",code="404"}'), 1);
  assert.equal(more("http_request_duration_seconds_count"), 3);
  assert.equal(more('http_request_duration_seconds_bucket{le="+Inf"}'), 3);
  assert.ok((after.get("process_resident_memory_bytes") ?? 0) > 1e6);
  assert.ok((after.get("dayshift_disk_free_bytes") ?? 0) > 0);
  assert.doesNotMatch(text, /Sesame|todos|018f4e6a/);
});

test("there is nothing else on that port", async (t) => {
  const service = await startTestService(t, { configuration: { metricsPort: 0 } });
  const url = service.metricsUrl ?? assert.fail("No metrics.");
  const posted = await fetch(url, { method: "POST", body: "x" });
  assert.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"]);
  assert.equal((await fetch(url, { method: "HEAD" })).status, 200);
  for (const path of ["/", "/api/v1/todos", "/metrics/x", "/healthz"])
    assert.equal((await fetch(new URL(path, url))).status, 404, path);
});

test("a port that somebody else has stops the start, and is named by its setting", async (t) => {
  const other = createServer().listen(0, "127.0.0.1");
  t.after(() => void other.close());
  await once(other, "listening");
  const { port: metricsPort } = other.address() as AddressInfo;
  await assert.rejects(startTestService(t, { configuration: { metricsPort } }), (error) => {
    const shown = String(explainStart(error, { ...readConfiguration({}, {}), metricsPort }));
    assert.match(
      shown,
      new RegExp(`DAYSHIFT_METRICS_PORT: port ${metricsPort} of 127.0.0.1 is in use by another program`),
    );
    return true;
  });
});
