/**
 * Schemathesis, which makes requests from the served documents, right ones and wrong ones: none is answered with 5xx, nor with a status,
 * a type, a header or a body that its operation does not describe. DAYSHIFT_EXAMPLES: how many of each operation at most.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startTestService } from "../../helpers/service.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { openKeyProxy } from "../key-proxy.ts";
import { environmentOf, runProgram } from "../program.ts";

const service = await startTestService({ after }, { configuration: { rateLimitPerMinute: 100_000 } });
const examples = process.env["DAYSHIFT_EXAMPLES"] ?? "1";
const seed = process.env["DAYSHIFT_SEED"] ?? "1";
/** So many milliseconds pass with each request that none is one too many in its minute. */
const between = 101;
const checks = ["not_a_server_error", "status_code_conformance", "content_type_conformance"];
checks.push("response_headers_conformance", "response_schema_conformance");
/** They end the session that all others come with. */
const ending = ["endSession", "changePassword"];

const interfaces = [
  { name: "the public interface, with a key", base: "/api/v1", credential: service.key },
  { name: "the public interface, with a session", base: "/api/v1", credential: service.session },
  { name: "the app interface, with a session", base: "/app/v1", credential: service.session },
  { name: "the app interface, with a key", base: "/app/v1", credential: service.key },
];

for (const { name, base, credential } of interfaces) {
  test(`${name}: no answer is a failure or outside its description`, async (t) => {
    const proxy = await openKeyProxy(service.url, credential, () => service.clock.advance(between));
    t.after(() => proxy.close());
    const cwd = tempDir(t);
    const options = {
      url: `${proxy.url}${base}`,
      checks: checks.join(","),
      phases: "examples,coverage,fuzzing",
      "max-examples": examples,
      seed,
      workers: "1",
      warnings: "off",
      "suppress-health-check": "all",
      "request-timeout": "60",
    };
    const given = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
    const left = ending.map((id) => `--exclude-operation-id=${id}`);
    const args = ["run", `${proxy.url}${base}/openapi.json`, "--continue-on-failure", "--no-color", ...given, ...left];
    const { status, stdout, stderr } = await runProgram(`${environmentOf("schemathesis")}/bin/st`, args, { cwd });
    t.diagnostic(/^ *[\d,]+ generated.*$/m.exec(stdout)?.[0] ?? stdout);
    assert.equal(status, 0, `${stdout}\n${stderr}\n${service.log.join("\n")}`);
  });
}
