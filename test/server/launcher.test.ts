/** bin/node.mjs: what it runs finds its own command line, and code is cached only where nobody else can write. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isNode } from "../helpers/runtime.ts";
import { eventually } from "../helpers/settle.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const folder = `dayshift-compile-cache-${process.getuid?.() ?? "user"}`;

/** What a program run by the launcher says of itself, with its temporary folder at `tmp`. */
function launch(t: TestContext, tmp: string): { readonly args: string[]; readonly cache: string | null } {
  const program = join(tempDir(t), "program.mjs");
  writeFileSync(
    program,
    "console.log(JSON.stringify({ args: process.argv.slice(1), cache: process.env.NODE_COMPILE_CACHE ?? null }))",
  );
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const run = spawnSync(process.execPath, ["bin/node.mjs", program, "--flag", "x"], {
    env: { ...env, TMPDIR: tmp },
    encoding: "utf8",
  });
  assert.equal(run.status, 0, run.stderr);
  const said = JSON.parse(run.stdout) as { args: string[]; cache: string | null };
  assert.deepEqual(said.args, [program, "--flag", "x"]);
  return said;
}

test("a temporary folder that is not there costs the cache, not the start", (t) => {
  assert.equal(launch(t, join(tempDir(t), "missing")).cache, null);
});

test("a cache folder that others may write to is not used", { skip: process.getuid === undefined }, (t) => {
  const tmp = tempDir(t);
  mkdirSync(join(tmp, folder));
  chmodSync(join(tmp, folder), 0o777);
  assert.equal(launch(t, tmp).cache, null);
  assert.deepEqual(readdirSync(join(tmp, folder)), []);
});

test("what Node made of the source is cached for the next start, in a folder of the user's own", (t) => {
  const tmp = tempDir(t);
  assert.equal(launch(t, tmp).cache, join(tmp, folder));
  assert.ok(existsSync(join(tmp, folder)) && readdirSync(join(tmp, folder)).length > 0);
});

test("a program may ask for a collection; Node is asked as it is", (t) => {
  const said = (...args: string[]): string =>
    spawnSync(process.execPath, ["bin/node.mjs", ...args], { encoding: "utf8" }).stdout;
  const program = join(tempDir(t), "program.mjs");
  writeFileSync(program, "console.log(typeof gc)");
  assert.equal(said(program), "function\n");
  assert.equal(said("-p", "typeof gc"), "undefined\n");
});

/** Keeps a program in a terminal of its own, which closes when it is killed. */
const script = "/usr/bin/script";

test(
  "when the terminal closes, a Node that stays in between ends as by SIGHUP",
  { skip: !existsSync(script) || !isNode }, // the option that makes it stay is one of Node's
  async (t) => {
    const folder = tempDir(t);
    const [program, begun, ended] = ["program.mjs", "begun", "ended"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(
      program,
      `import { writeFileSync } from "node:fs";
     process.stdin.setRawMode(true).resume().on("end", () => process.exit(7)).on("error", () => process.exit(7));
     writeFileSync(${JSON.stringify(begun)}, "");`,
    );
    const older = "data:text/javascript,delete process.execve";
    const run = `trap '' HUP; '${process.execPath}' --import '${older}' bin/node.mjs '${program}'; echo $? > '${ended}'`;
    const terminal = spawn(script, ["-qec", run, "/dev/null"], { stdio: ["pipe", "ignore", "ignore"] });
    await eventually("the program has begun", () => existsSync(begun));
    terminal.kill("SIGKILL");
    await eventually("the program has ended", () => existsSync(ended) && readFileSync(ended, "utf8") !== "");
    assert.equal(readFileSync(ended, "utf8"), "129\n");
  },
);
