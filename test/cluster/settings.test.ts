/** The settings of a node that answers next to others: what it needs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfiguration } from "../../src/server/base/configuration.ts";

const secret = "8".repeat(64);
const store = { DAYSHIFT_STORE_URL: "postgres://db/dayshift", DAYSHIFT_SECRET_KEY: secret };
const node = { ...store, DAYSHIFT_NODE_URL: "tls://10.0.0.5:8788", DAYSHIFT_NODE_SECRET: secret };

test("an address and a secret next to a store make a node", () => {
  assert.equal(readConfiguration(node, {}).nodeUrl, "tls://10.0.0.5:8788");
  assert.equal(readConfiguration(store, {}).nodeUrl, null);
  assert.equal(readConfiguration({ ...node, DAYSHIFT_NODE_URL: "tls://[fd00::5]:1" }, {}).nodeUrl, "tls://[fd00::5]:1");
});

for (const [name, environment, refusal] of [
  ["no store", { DAYSHIFT_NODE_URL: node.DAYSHIFT_NODE_URL }, /DAYSHIFT_NODE_URL needs DAYSHIFT_STORE_URL/],
  ["no secret", { ...node, DAYSHIFT_NODE_SECRET: "" }, /DAYSHIFT_NODE_URL needs DAYSHIFT_NODE_SECRET/],
  ["a short secret", { ...node, DAYSHIFT_NODE_SECRET: "hunter22" }, /^DAYSHIFT_NODE_SECRET: .* got 8 characters/],
  ["an address without a port", { ...node, DAYSHIFT_NODE_URL: "tls://10.0.0.5" }, /^DAYSHIFT_NODE_URL: expected/],
  ["another kind of address", { ...node, DAYSHIFT_NODE_URL: "https://10.0.0.5:1" }, /^DAYSHIFT_NODE_URL: expected/],
  ["an address with a path", { ...node, DAYSHIFT_NODE_URL: "tls://10.0.0.5:1/a" }, /^DAYSHIFT_NODE_URL: expected/],
] as const) {
  test(`a node with ${name} is refused`, () => {
    assert.throws(
      () => readConfiguration(environment, {}),
      (error: Error) => {
        assert.match(error.message, refusal);
        assert.doesNotMatch(error.message, /hunter22/);
        return true;
      },
    );
  });
}
