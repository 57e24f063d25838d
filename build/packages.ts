/** Builds `@dayshift/client` and `@dayshift/testing` into dist/packages, each with a tarball next to its folder: `npm run build:packages`. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildClient } from "./packages/client.ts";
import { buildTesting } from "./packages/testing.ts";
import { root } from "./targets.ts";

const folder = join(root, "dist/packages");
rmSync(folder, { recursive: true, force: true });

for (const [name, build] of Object.entries({ client: buildClient, testing: buildTesting })) {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  await build(own);
  const { status, stdout, stderr } = spawnSync("npm", ["pack", "--pack-destination", folder], {
    cwd: own,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
  console.log(`dist/packages/${name}, dist/packages/${stdout.trim()}`);
}
