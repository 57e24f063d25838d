/** Scripts that take arguments say how they are used, and refuse what they do not take, before they do anything. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const names = [
  "test",
  "pictures",
  "bench",
  "bench:web",
  "walks",
  "torture",
  "faults",
  "eval",
  "build:binary",
  "test:peers",
];

/** What the script does with the argument. */
function run(name: string, argument: string) {
  const file = /(\S+\.ts)$/.exec(scripts[name] ?? "")?.[1] ?? "";
  return spawnSync(process.execPath, ["--import", "tsx", file, argument], { encoding: "utf8" });
}

for (const name of names)
  test(`npm ${name === "test" ? "test" : `run ${name}`} answers --help, and refuses a flag that there is not`, () => {
    const help = run(name, "--help");
    assert.deepEqual([help.status, help.stderr], [0, ""]);
    assert.match(help.stdout, /`npm (?:run|test)/);
    const refused = run(name, "--nonsense");
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /--nonsense.*--help says what there is\./s);
    assert.equal(refused.stdout, "");
  });

test("no folder is named after a flag", () => {
  assert.equal(existsSync("--help"), false);
});
