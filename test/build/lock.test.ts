/** What `npm ci` installs: from nowhere in particular, and nothing that runs a script of its own but what is known. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

interface Locked {
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };

test("the lock file names no registry", () => {
  const addressed = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined);
  assert.deepEqual(addressed, []);
});

test("no package has an install script but esbuild, whose script looks for its own program", () => {
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = new Set(scripted.map(([path]) => path.replace(/^.*node_modules\//, "")));
  assert.deepEqual([...names].toSorted(), ["esbuild"]);
});
