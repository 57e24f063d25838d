/**
 * Runs the tests against what others have made: `npm run test:peers`, or those of some: `npm run test:peers -- generators`. What a
 * peer needs stands in its own folder, for nobody else needs it, and is installed here; its tests are the files `*.peer.ts`.
 */
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { basename, dirname } from "node:path";

const all = globSync("test/peers/*/package.json").map(dirname).sort();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !all.some((folder) => basename(folder) === name));
if (unknown.length > 0) fail(`There is no peer ${unknown.join(", ")}: ${all.map((at) => basename(at)).join(", ")}.`);
const folders = all.filter((folder) => asked.length === 0 || asked.includes(basename(folder)));
for (const folder of folders) run("npm", ["ci", "--ignore-scripts", "--prefix", folder]);
run(process.execPath, ["test/run.ts", ...folders.flatMap(testsOf)]);

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
