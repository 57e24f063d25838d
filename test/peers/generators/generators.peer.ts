/**
 * Clients generated from the served OpenAPI documents: a program on them passes the strict type check of the generator's own
 * TypeScript, and does with the service what it says.
 */
import assert from "node:assert/strict";
import { copyFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { startTestService } from "../../helpers/service.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { type Ended, installed, runFile } from "../program.ts";

const service = await startTestService({ after });
const documents = { public: "/api/v1/openapi.json", app: "/app/v1/openapi.json" };

const generators = [
  {
    name: "openapi-typescript",
    command: "openapi-typescript/bin/cli.js",
    args: (document: string) => [`${document}.json`, "--output", `${document}.d.ts`],
  },
  {
    name: "openapi-ts",
    command: "@hey-api/openapi-ts/bin/run.js",
    args: (document: string) => ["--input", `${document}.json`, "--output", document, "--no-log-file"],
  },
];

const strict = ["--strict", "--target", "es2024", "--module", "commonjs", "--moduleResolution", "node10"];
const build = [...strict, "--lib", "es2024,dom,dom.iterable", "--noEmitOnError", "--outDir", "built"];

for (const { name, command, args } of generators) {
  test(`${name}: what it generates is type-checked, creates, lists and is refused`, async (t) => {
    const cwd = tempDir(t);
    symlinkSync(installed("generators"), join(cwd, "node_modules"), "dir");
    copyFileSync(new URL(`programs/${name}.ts`, import.meta.url), join(cwd, "program.ts"));
    for (const [document, path] of Object.entries(documents)) {
      writeFileSync(join(cwd, `${document}.json`), await (await fetch(service.publicUrl + path)).text());
      ok(await runFile(installed("generators", command), args(document), { cwd }));
    }
    ok(await runFile(installed("generators", "typescript/bin/tsc"), [...build, "program.ts"], { cwd }));
    const { key, session, publicUrl } = service;
    const said = JSON.parse(ok(await runFile("built/program.js", [publicUrl, key, session], { cwd }))) as {
      readonly id: string;
    };
    const { data } = await service.ok("listTodos", { query: { limit: 1 } });
    assert.equal(data[0]?.title, "From generated types");
    assert.deepEqual(said, {
      id: data[0]?.id,
      due: "2026-03-10",
      listed: [said.id],
      missing: [404, "resource_not_found"],
      wrong: [400, "validation_failed"],
      workspaces: ["Home"],
    });
    await service.ok("deleteTodo", { path: { todoId: said.id } });
  });
}

/** What it wrote; fails for one that did not end well. */
function ok({ status, stdout, stderr }: Ended): string {
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}
