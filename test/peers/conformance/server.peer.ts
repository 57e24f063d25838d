/**
 * The conformance suite of MCP against the endpoint, once for each revision of the protocol, on that revision's wire. What does not
 * succeed is compared with the exceptions: a new failure fails, and so does a listed one that succeeds. Extensions are not tried: none is claimed.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { connect } from "../../helpers/mcp.ts";
import { startTestService } from "../../helpers/service.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { installed, runFile } from "../program.ts";
import { exceptions } from "./exceptions.ts";
import { extendWithFixtures } from "./fixtures.ts";
import { openKeyProxy } from "../key-proxy.ts";
import { type Check, checksIn, suite } from "./suite.ts";

const service = await startTestService({ after }, { extendMcp: extendWithFixtures });
const proxy = await openKeyProxy(service.url, service.key);
after(() => proxy.close());

test("tools and resources are offered, and nothing else, so the exceptions are what they say", async () => {
  const client = await connect(service);
  assert.deepEqual(client.getServerCapabilities(), { tools: {}, resources: {} });
  await client.close();
});

/** Of 2025-03-26, which the service speaks too, the suite checks nothing. */
const revisions = ["2025-06-18", "2025-11-25", "2026-07-28"];

for (const revision of revisions) {
  test(`revision ${revision}: what is offered conforms`, async (t) => {
    const results = tempDir(t);
    const address = ["--url", `${proxy.url}/mcp`, "--output-dir", results];
    const { stdout } = await runFile(suite, ["server", ...address, "--suite", "all", "--spec-version", revision], {
      cwd: results,
    });
    const checks = checksIn(results);
    assert.deepEqual(checks.filter(isOpen).map(described).sort(), expected(revision), stdout);
    const ran = new Set(checks.map(({ scenario }) => scenario));
    assert.deepEqual(
      requiredBy(revision).filter((scenario) => !ran.has(scenario)),
      [],
    );
    const succeeded = checks.filter(({ status }) => status === "SUCCESS").length;
    assert.ok(succeeded > 30, `${succeeded} checks`);
    t.diagnostic(`${succeeded} checks of ${ran.size} scenarios succeed`);
  });
}

/** What it does besides checking. */
const notes = new Set(["outgoing-request", "incoming-response", "stream-closed"]);

function isOpen({ id, status }: Check): boolean {
  return status !== "SUCCESS" && !(status === "INFO" && notes.has(id));
}

/** The check with the reason why it does not apply, or with what the suite says when nobody knows one. */
function described({ scenario, id, status, message }: Check): string {
  const name = `${scenario}: ${id} ${status}`;
  const known = exceptions.find(({ checks, says }) => Object.hasOwn(checks, name) && says.test(message));
  return `${name}: ${known?.reason ?? message}`;
}

function expected(revision: string): string[] {
  return exceptions
    .flatMap(({ reason, checks }) =>
      Object.entries(checks).flatMap(([name, tried]) => (tried.includes(revision) ? [`${name}: ${reason}`] : [])),
    )
    .sort();
}

/** The scenarios that a server must pass to conform to the revision, by the suite's own list; it has none for the older ones. */
function requiredBy(revision: string): string[] {
  if (revision < "2025-11-25") return [];
  const file = installed("conformance", `@modelcontextprotocol/conformance/requirements/${revision}.yaml`);
  const [, list] = /^server:\n((?: {2}- .*\n)+)/m.exec(readFileSync(file, "utf8")) ?? assert.fail(`No list in ${file}`);
  return (list ?? "")
    .trim()
    .split("\n")
    .map((line) => line.replace(/^ *- /, ""));
}
