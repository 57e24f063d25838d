/**
 * `npm test [-- file …] [--test-name-pattern=…]`: runs every test file, or these, through tsx and fails when there is none: a runner
 * that finds nothing must not look green. Takes what begins with `--test-` of Node's own runner.
 */
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { endAfterHelp, refuse } from "../build/script.ts";
import { builtApp } from "../src/gateway/web/built.ts";

endAfterHelp();
const asked = process.argv.slice(2);
const unknown = asked.find((one) => one.startsWith("-") && !one.startsWith("--test-"));
if (unknown !== undefined) refuse(`There is no ${unknown}`);
const files = asked.length > 0 ? asked : globSync("test/**/*.test.ts", { exclude: ["**/node_modules/**"] }).sort();
if (files.length === 0) {
  console.error("No test files found: expected test/**/*.test.ts.");
  process.exit(1);
}
// Each service that a test starts as a process would begin to build it, where it is not built.
await builtApp();
const result = spawnSync(
  process.execPath,
  [
    "--expose-gc",
    "--import",
    "tsx",
    "--import",
    "./test/helpers/untracked.ts",
    "--import",
    "./test/helpers/collected.ts",
    "--import",
    "./test/helpers/bounded.ts",
    "--test",
    "--test-reporter=spec",
    "--test-concurrency=2",
    ...files,
  ],
  { stdio: "inherit" },
);
process.exit(result.status ?? 1);
