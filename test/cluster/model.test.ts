/** A model that is set at one of several nodes: all of them show it, and change what is stored. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inTime, pair } from "../helpers/cluster.ts";

test("a model that is set at another node is shown at both, and changed by either", async (t) => {
  const { owner, other, clock } = await pair(t);
  const { session: credential } = owner.service;
  const first = { provider: "openai-compatible", model: "qwen3:8b", baseUrl: "http://127.0.0.1:9/v1" } as const;
  const fallback = { provider: "openai-compatible", model: "small", baseUrl: "http://127.0.0.1:8/v1" } as const;
  const change = (at: typeof owner, body: object) =>
    inTime(clock, "it is set", at.service.ok("updateModel", { body, credential }));
  const set = await change(other, { ...first, apiKey: "sesame", fallback });
  for (const { service } of [owner, other]) {
    assert.deepEqual(await service.ok("getModel", { credential }), set);
    assert.equal((await service.ok("getCapabilities", { credential })).model.name, "openai-compatible:qwen3:8b");
  }
  const changed = await change(owner, { provider: first.provider, model: "qwen3:32b" });
  assert.deepEqual([changed.hasKey, changed.fallback?.model], [true, "small"], "of what the other node stored");
});
