/** The packages, each from its tarball in an empty project: installed, checked by the compiler, and run as their guides say. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { runtime } from "../helpers/runtime.ts";
import { startTestService } from "../helpers/service.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const root = resolve(import.meta.dirname, "../..");
const service = await startTestService({ after });
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const { NODE_TEST_CONTEXT: _, ...environment } = process.env;

/** The program that a guide shows. */
function shown(guide: string): string {
  const [, program = ""] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, "docs/guides", guide), "utf8")) ?? [];
  return program;
}

/** An empty project with the package installed; what npm fetched for it, by name. */
function project(t: TestContext, name: string, options: readonly string[] = []): string {
  const folder = tempDir(t);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const tarball = join(root, `dist/packages/dayshift-${name}-${version}.tgz`);
  run(folder, "npm", ["install", "--no-audit", "--no-fund", ...options, tarball]);
  return folder;
}

/** Runs a program in the folder; what it printed. Fails when it does not end well. */
function run(cwd: string, program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env: environment, encoding: "utf8" });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${stdout}\n${stderr}`);
  return stdout;
}

/** Runs a program that talks to the service of this process; what it printed. */
async function runAside(cwd: string, args: readonly string[]): Promise<string> {
  const env = { ...environment, DAYSHIFT_KEY: service.key };
  return (await promisify(execFile)(process.execPath, args, { cwd, env })).stdout;
}

/** Checks the files with the repository's compiler, as strictly as it can, and with the types of Node. */
function compile(folder: string, files: readonly string[]): void {
  const types = { types: ["node"], typeRoots: [join(root, "node_modules/@types")] };
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  const compilerOptions = {
    ...types,
    ...strict,
    module: "nodenext",
    target: "es2024",
    lib: ["es2024", "dom", "esnext.disposable"],
    noEmit: true,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  run(folder, join(root, "node_modules/.bin/tsc"), ["-p", folder]);
}

test("@dayshift/client installs without the network, brings nothing along, and does what its guide says", async (t) => {
  const folder = project(t, "client", ["--offline"]);
  const wrong = "// @ts-expect-error a title is a text\nawait dayshift.createTodo({ title: 5 });\n";
  writeFileSync(join(folder, "checked.ts"), `${shown("typed-client.md")}\n${wrong}`);
  compile(folder, ["checked.ts"]);
  const program = shown("typed-client.md").replace("http://127.0.0.1:8787", service.url);
  writeFileSync(join(folder, "program.ts"), program);
  const said = await runAside(folder, ["program.ts"]);
  assert.match(said, /2026-03-31 Call Ana[\s\S]*completed[\s\S]*resource_not_found/);
  const listed = JSON.parse(run(folder, "npm", ["ls", "--all", "--json"])) as { dependencies: Record<string, object> };
  assert.deepEqual(Object.keys(listed.dependencies), ["@dayshift/client"]);
  assert.equal("dependencies" in (listed.dependencies["@dayshift/client"] ?? {}), false);
});

test("@dayshift/testing starts a service in a test of an empty project", (t) => {
  const folder = project(t, "testing", ["--prefer-offline"]);
  writeFileSync(join(folder, "kit.test.ts"), shown("testing.md"));
  compile(folder, ["kit.test.ts"]);
  assert.match(run(folder, process.execPath, [...runtime.test, "kit.test.ts"]), runtime.onePassed);
});
