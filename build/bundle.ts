/** Bundles the program into two texts: the command, and what a worker thread runs. Not minified: stack traces stay readable. */
import { build, type BuildOptions } from "esbuild";
import { join } from "node:path";
import { root } from "./targets.ts";

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node26",
  legalComments: "none",
  alias: { "@neon-rs/load": join(root, "build/native-loader.ts") },
  // libsql then asks @neon-rs/load for its native part, and nobody else.
  define: { "process.env.LIBSQL_JS_DEV": '"1"', "import.meta.main": "false", __dirname: '""' },
  logLevel: "warning",
};

/** Packages in CommonJS ask for what Node has through require, which a module of the binary gets here. */
const requireBuiltins =
  'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(process.execPath);';

/** Writes the command, a module, and the worker, a script. */
export async function bundle(command: string, worker: string): Promise<void> {
  await build({
    ...common,
    entryPoints: ["src/dayshift.ts"],
    outfile: command,
    format: "esm",
    banner: { js: requireBuiltins },
  });
  await build({
    ...common,
    entryPoints: ["src/actors/threads/worker-main.ts"],
    outfile: worker,
    format: "cjs",
    logOverride: { "empty-import-meta": "silent" }, // where there are no files nobody asks for the path of one
  });
}
