/** The typed client in programs of others, as its guide says: checked by their compiler, taken by a bundler for the browser. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test, type TestContext } from "node:test";
import { build } from "esbuild";
import { tempDir } from "../helpers/temp-dir.ts";

const root = resolve(import.meta.dirname, "../..");
const guide = readFileSync(join(root, "docs/guides/typed-client.md"), "utf8");
const [, published = ""] = /```ts\n([\s\S]*?)```/.exec(guide) ?? [];
/** A checkout goes by the name of the repository. */
const lines = published.replace("@dayshift/client", "dayshift/client");

/** A folder of theirs with the package in it, as `npm install ../dayshift` leaves it, and the lines of the guide. */
function project(t: TestContext, program: string): string {
  const folder = tempDir(t);
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/dayshift"), "dir");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "program.ts"), program);
  return folder;
}

/** What the compiler says of it, with the options that the guide names and these. */
function complaints(t: TestContext, program: string, options: object): string {
  const folder = project(t, program);
  const types = { types: ["node"], typeRoots: [join(root, "node_modules/@types")] };
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, ...types, ...options };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["program.ts"] }));
  const { stdout, stderr } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
  return stdout + stderr;
}

/** `{ "name": value }` between backquotes in the guide, what a package.json needs first, then those of a compiler. */
const named = [...guide.matchAll(/`("\w+": (?:true|"\w+"))`/g)].map(([, one]) => JSON.parse(`{${one}}`) as object);
const [, extensions = {}, rewriting = {}, target = {}] = named;

test("a compiler checks what calls the client, without generated code", { rules: ["client.typed"] }, (t) => {
  assert.equal(named.length, 4);
  const program = `${lines}\n// @ts-expect-error a title is a text\nawait dayshift.createTodo({ title: 5 });\n`;
  const strictest = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  for (const options of [
    { module: "nodenext", ...target, ...extensions },
    { module: "esnext", moduleResolution: "bundler", ...target, ...rewriting, ...strictest },
  ]) {
    assert.equal(complaints(t, program, options), "", JSON.stringify(options));
  }
});

test("a bundler takes the client for a browser", { rules: ["client.typed"] }, async (t) => {
  const folder = project(t, lines.replace("process.env.DAYSHIFT_KEY", "globalThis.name"));
  const { warnings, outputFiles } = await build({
    entryPoints: [join(folder, "program.ts")],
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  assert.deepEqual(warnings, []);
  assert.doesNotMatch(outputFiles[0]?.text ?? "node:", /\bnode:|\bprocess\.|\brequire\(/);
});
