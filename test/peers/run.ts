/**
 * Runs the tests against what others have made: `npm run test:peers`, or those of some: `npm run test:peers -- generators`. What a
 * peer needs stands in its own folder, for nobody else needs it, and is installed here; its tests are the files `*.peer.ts`. A peer in
 * Python is left out, with a word, where there is no Python 3 or its packages cannot be had; so are the tests of a package that npm
 * installs as an optional one.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { basename, dirname } from "node:path";
import { scriptArguments } from "../../build/script.ts";
import { environmentOf } from "./program.ts";

const all = globSync("test/peers/*/{package.json,requirements.txt}").map(dirname).sort();
const { names: asked } = scriptArguments({}, true);
const unknown = asked.filter((name) => !all.some((folder) => basename(folder) === name));
if (unknown.length > 0) fail(`There is no peer ${unknown.join(", ")}: ${all.map((at) => basename(at)).join(", ")}.`);
const folders = all.filter((folder) => asked.length === 0 || asked.includes(basename(folder)));
const installed = folders.filter(install);
if (installed.length > 0) run(process.execPath, ["test/run.ts", ...installed.flatMap(testsOf)]);

/** False for a peer that is left out. */
function install(folder: string): boolean {
  if (!existsSync(`${folder}/requirements.txt`)) {
    run("npm", ["ci", "--ignore-scripts", "--prefix", folder]);
    return true;
  }
  const environment = environmentOf(basename(folder));
  const steps = [
    ["python3", "-m", "venv", environment],
    [`${environment}/bin/pip`, "install", "--quiet", "--requirement", `${folder}/requirements.txt`],
  ] as const;
  const isThere = steps.every(([program, ...args]) => spawnSync(program, args, { stdio: "inherit" }).status === 0);
  if (!isThere) console.error(`${basename(folder)} was left out: Python 3, or a package that it needs, is not there.`);
  return isThere;
}

/** A folder without tests must not look green. */
function testsOf(folder: string): string[] {
  const files = globSync(`${folder}/*.peer.ts`).sort();
  return files.length > 0 ? files : fail(`No tests found: expected ${folder}/*.peer.ts.`);
}

/** Ends this process when the program does not end well. */
function run(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: "inherit" });
  if (error !== undefined) console.error(`${program}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
