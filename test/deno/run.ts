/**
 * Runs the tests on Deno, a process for each file as Node's runner does, and compares what fails with the list of differences:
 * `deno task test`, `deno task test test/api test/server/workers.test.ts`.
 */
import { spawn } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { text } from "node:stream/consumers";
import { differences } from "./differences.ts";
import { judge, readTap } from "./results.ts";

/** Milliseconds for one file: a bound for what hangs, not for a slow machine. */
const mostTime = 1_200_000;
const atOnce = 2;
const shownOfFailure = 4000;

const everything = "test";
const asked = process.argv.length > 2 ? process.argv.slice(2) : [everything];
const files = [...new Set(asked.flatMap(filesOf))].sort();
if (files.length === 0) {
  console.error(`No test files found in ${asked.join(" ")}.`);
  process.exit(1);
}

let passed = 0;
let differing = 0;
const wrong: string[] = [];
const waiting = files.values();
await Promise.all(Array.from({ length: atOnce }, work));
console.log(
  `${files.length} files, ${passed} tests passed, ${differing} differ as listed, ${wrong.length} files wrong.`,
);
for (const file of wrong) console.error(`  ${file}`);
process.exit(wrong.length === 0 ? 0 : 1);

function filesOf(path: string): string[] {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const found = isFolder ? globSync(`${path}/**/*.test.ts`, { exclude: ["**/node_modules/**"] }) : [path];
  return found.map((file) => file.replaceAll("\\", "/"));
}

async function work(): Promise<void> {
  for (const file of waiting) await runFile(file);
}

async function runFile(file: string): Promise<void> {
  const begun = performance.now();
  const { tap, output, status } = await denoTest(file);
  const results = readTap(tap);
  const listed = differences.filter((one) => one.file === file);
  const faults = judge(results, listed);
  if (status !== 0 && results.failed.length === 0) faults.push(`ended with ${status}`);
  if (status === 0 && results.passed.length === 0) faults.push("holds no tests");
  passed += results.passed.length;
  differing += results.failed.length;
  console.log(`${faults.length === 0 ? "ok" : "WRONG"}  ${file} (${Math.round(performance.now() - begun)} ms)`);
  if (faults.length === 0) return;
  wrong.push(file);
  console.error(`${faults.map((fault) => `  ${fault}`).join("\n")}\n${tap}\n${output.slice(-shownOfFailure)}`);
}

/** The status is null when the file was ended because it took too long. */
async function denoTest(file: string): Promise<{ tap: string; output: string; status: number | string | null }> {
  const args = ["test", "--allow-all", "--no-check", "--no-remote", "--reporter=tap", file];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], timeout: mostTime });
  const ended = new Promise<number | string | null>((resolve) => {
    child.on("exit", (status, signal) => resolve(status ?? signal));
  });
  const [tap, output, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { tap, output, status };
}
