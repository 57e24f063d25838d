/** Bundles the program into two texts: the command, and what its threads run. Not minified: stack traces stay readable. */
import { build as esbuild, type BuildOptions, type Plugin } from "esbuild";
import { join } from "node:path";
import { bundleParts, packagesApart } from "./apart.ts";
import { root } from "./targets.ts";

/**
 * `node:http` comes through require: an import of it as a module reads each of its exports, and one of them loads the whole of
 * fetch. All imports stand at the top of the one text, so a single one anywhere would cost every start.
 */
const httpByRequire: Plugin = {
  name: "http-by-require",
  setup(build) {
    build.onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === "import-statement" ? { path: "node:http", namespace: "by-require" } : undefined,
    );
    build.onLoad({ filter: /^node:http$/, namespace: "by-require" }, () => ({
      contents: `module.exports = require("node:http");`,
    }));
  },
};

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node26",
  legalComments: "none",
  alias: { "@neon-rs/load": join(root, "build/native-loader.ts") },
  // libsql then asks @neon-rs/load for its native part, and nobody else.
  define: { "process.env.LIBSQL_JS_DEV": '"1"', "import.meta.main": "false", __dirname: '""' },
  plugins: [httpByRequire],
  logLevel: "warning",
};

/** Packages in CommonJS ask for what Node has through require, which a module of the binary gets here. */
const requireBuiltins =
  'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(process.execPath);';

/** What threads run, by the names of their texts. */
const threads = {
  worker: "src/actors/threads/worker-main.ts",
  "digest-worker": "src/actors/models/builtin/capture/digest-worker.ts",
} as const;

/** File names of the scripts that threads run. */
export const threadNames: readonly string[] = Object.keys(threads).map((name) => `${name}.js`);

/**
 * Writes the command, a module, into a folder the scripts of threads, and into another what all of them load when they need it.
 * Answers the files that they are made of.
 */
export async function bundle(command: string, scripts: string, parts: string): Promise<ReadonlySet<string>> {
  const files = new Set(await bundleParts(parts, common));
  const program: BuildOptions = { ...common, plugins: [httpByRequire, packagesApart] };
  const ofCommand = await esbuild({
    ...program,
    metafile: true,
    entryPoints: ["src/dayshift.ts"],
    outfile: command,
    format: "esm",
    banner: { js: requireBuiltins },
  });
  const ofThreads = await esbuild({
    ...program,
    metafile: true,
    entryPoints: threads,
    outdir: scripts,
    format: "cjs",
    logOverride: { "empty-import-meta": "silent" }, // where there are no files nobody asks for the path of one
  });
  return new Set([...files, ...Object.keys(ofCommand.metafile.inputs), ...Object.keys(ofThreads.metafile.inputs)]);
}
