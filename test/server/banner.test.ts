/** What a service prints when it answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { banner } from "../../src/server/banner.ts";

const started = { url: "http://127.0.0.1:1", publicUrl: "http://localhost:1", metricsUrl: null, setupToken: null };

test("one that has nobody says where its owner begins", { rules: ["setup.link"] }, () => {
  const lines = banner("1.2.3", { ...started, setupToken: "dsu_x" }, false).split("\n");
  assert.deepEqual(lines, [
    "Dayshift 1.2.3 listens on http://127.0.0.1:1",
    "  Create the owner:  http://localhost:1/setup#dsu_x",
    "  API reference:     http://localhost:1/docs",
    "",
  ]);
});

test("one that people can sign in at says where, and how an operator is named while there is none", () => {
  const signIn = "  Sign in:           http://localhost:1/";
  assert.deepEqual(banner("1.2.3", started, true).split("\n").slice(1, 3), [
    signIn,
    "  API reference:     http://localhost:1/docs",
  ]);
  assert.deepEqual(
    banner("1.2.3", { ...started, metricsUrl: "http://127.0.0.1:2/metrics" }, false)
      .split("\n")
      .slice(1),
    [
      signIn,
      "  Name an operator:  dayshift operators --add <email>",
      "  API reference:     http://localhost:1/docs",
      "  Metrics:           http://127.0.0.1:2/metrics",
      "",
    ],
  );
});
