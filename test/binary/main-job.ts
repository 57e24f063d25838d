/** What a user does with the one file, from the first start on. Run by `npm run test:binary`, which builds it before. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { root } from "../../build/targets.ts";
import { keyOf, mainJob } from "../helpers/main-job.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { binary, run, serve } from "./service.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

test("first start, key, todo, chat; kill -9; all of it is there, with worker threads too", async (t) => {
  const folder = tempDir(t);
  await mainJob((more) => serve(folder, more));
});

test("what it was packed with: pages whose links lead somewhere, and the licence of everything in it", (t) => {
  const folder = tempDir(t);
  const archive = join(root, "dist", `dayshift-${version}-${process.platform}-${process.arch}.tar.gz`);
  execFileSync("tar", ["-xzf", archive, "-C", folder, "--exclude", basename(binary)]);
  const text = (name: string) => readFileSync(join(folder, name), "utf8");
  const pages = globSync("**/*.md", { cwd: folder });
  assert.ok(pages.length > 2);
  for (const page of pages) {
    for (const [, to = ""] of text(page).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      assert.ok(existsSync(join(folder, dirname(page), to)), `${page}: ${to}`);
    }
  }
  assert.match(text("LICENSE"), /Apache License\s+Version 2\.0/);
  const licences = text("THIRD-PARTY-LICENSES.txt");
  for (const name of ["node-", "libsql", "valibot", "ws", "@ai-sdk/openai", "swagger-ui-dist"]) {
    assert.match(licences, new RegExp(`^${name}\\S* \\d\\S* \\(.+\\)$`, "m"), name);
  }
});

test("its pages and documents are inside", async (t) => {
  const service = await serve(tempDir(t));
  const get = async (path: string): Promise<string> => {
    const response = await fetch(service.url + path);
    assert.equal(response.status, 200, path);
    return response.text();
  };
  const app = await get("/");
  assert.match(app, /<html/);
  const [script = ""] = /\/web\/main\.\w+\.js/.exec(app) ?? [];
  assert.match(await get(script), /fetch/);
  const docs = await get("/docs");
  const addresses = [...docs.matchAll(/\/docs\/assets\/\w+\.(?:js|css)/g)].map(([address]) => address);
  assert.equal(addresses.length, 4);
  for (const address of addresses) assert.ok((await get(address)).length > 500);
  assert.match(await get("/api/v1/openapi.json"), /"openapi":"3/);
  assert.equal(await service.end("SIGTERM"), 0);
});

test("every group of commands works", async (t) => {
  const folder = tempDir(t);
  assert.deepEqual(run(folder, ["--version"]), { status: 0, stdout: `${version}\n`, stderr: "" });
  const service = await serve(folder);
  const env = { DAYSHIFT_URL: service.url, DAYSHIFT_KEY: await keyOf(service.url) };
  const ok = (...args: string[]): string => {
    const { status, stdout, stderr } = run(folder, args, env);
    assert.equal(status, 0, `${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  ok("add", "Call Ana tomorrow !high");
  assert.match(ok("todos", "list"), /Call Ana/);
  assert.match(ok("--json", "todo-lists", "list"), /"object": ?"list"/);
  assert.match(ok("chat", "How many todos are open?"), /1/);
  assert.match(ok("api", "getIdentity"), /"identity"/);
  assert.match(ok("complete", "--", "todos", "l"), /^list\b/m);
  assert.match(ok("agent-guide"), /dayshift/);
  assert.match(ok("doctor"), /✓ files/);
  assert.match(ok("backup", "--to", "kept"), /1 workspace,/);
  assert.match(ok("backup", "verify", "--to", "kept"), /whole/);
  assert.equal(await service.end("SIGTERM"), 0);
  assert.match(ok("restore", "--from", "kept", "--data-dir", "restored"), /holds 1 workspace /);
  assert.match(run(folder, ["doctor", "--data-dir", "restored"]).stdout, /✓ files +Whole: 1 workspace with 1 todo/);
});

test("the native part is extracted once, repaired when changed, and refused with a hint", async (t) => {
  const folder = tempDir(t);
  const native = join(folder, "native");
  const env = { DAYSHIFT_NATIVE_DIR: native };
  const doctor = () => run(folder, ["doctor", "--data-dir", folder], env).status;
  assert.equal(doctor(), 0);
  const [file = assert.fail("Nothing was taken out.")] = readdirSync(native);
  const path = join(native, file);
  const before = statSync(path);
  assert.equal(doctor(), 0);
  assert.equal(statSync(path).ino, before.ino);
  writeFileSync(path, "Something else");
  assert.equal(doctor(), 0);
  assert.equal(statSync(path).size, before.size);
  assert.deepEqual(readdirSync(native), [file]);
  const refused = run(folder, ["serve"], { DAYSHIFT_NATIVE_DIR: path });
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /Set DAYSHIFT_NATIVE_DIR to a folder of this user's own that is not mounted noexec/);
});

test("NODE_OPTIONS has no say", (t) => {
  const { status, stdout } = run(tempDir(t), ["--version"], { NODE_OPTIONS: "--require=/nowhere.js" });
  assert.deepEqual([status, stdout], [0, `${version}\n`]);
});
