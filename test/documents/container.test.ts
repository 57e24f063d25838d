/** The Containerfile and the compose file agree with the service: settings that there are, its port, a folder that is kept. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { readConfiguration, unknownVariables } from "../../src/server/base/configuration.ts";
import { settings } from "../../src/server/base/settings.ts";

const containerfile = readFileSync("Containerfile", "utf8");
const compose = readFileSync("compose.yaml", "utf8");
const [, set = ""] = /^ENV (.+)$/m.exec(containerfile) ?? [];
const environment = Object.fromEntries(set.split(" ").map((one) => one.split("=") as [string, string]));

test("the container sets what the service reads, and listens on its port", () => {
  assert.deepEqual(unknownVariables(environment), []);
  const { host, dataDir } = readConfiguration(environment, {});
  assert.deepEqual([host, dataDir], ["0.0.0.0", "/data"]);
  assert.match(containerfile, new RegExp(`^EXPOSE ${settings.port.fallback}$`, "m"));
  assert.match(containerfile, /^VOLUME \/data$/m);
});

test("what the container copies and starts is in the repository", () => {
  const [, copied = ""] = /^COPY (package\.json .+) \.\/$/m.exec(containerfile) ?? [];
  const [, command = ""] = /^CMD \["node", "([^"]+)", "serve"\]$/m.exec(containerfile) ?? [];
  for (const path of [...copied.split(" "), command]) assert.ok(existsSync(path), path);
});

test("the compose file builds that container and persists its data", () => {
  assert.match(compose, /dockerfile: Containerfile/);
  assert.match(compose, /^ {6}- dayshift:\/data$/m);
  assert.match(compose, /^volumes:\n {2}dayshift:$/m);
  const named = [...compose.matchAll(/\bDAYSHIFT_\w+/g)].map(([name]) => [name, ""]);
  assert.deepEqual(unknownVariables(Object.fromEntries(named) as Record<string, string>), []);
});
