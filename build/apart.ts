/**
 * Packages that few processes of the binary need lie in it as texts of their own: what stands in the one text of the program is
 * read at every start, used or not. A group of packages that work together is one text.
 */
import { build as esbuild, type BuildOptions, type Plugin } from "esbuild";
import { join } from "node:path";
import { root } from "./targets.ts";

/** By the name of the text. None of these packages is asked for at a start. */
const groups: Readonly<Record<string, readonly string[]>> = {
  models: ["@ai-sdk/openai", "@ai-sdk/anthropic", "@ai-sdk/openai-compatible", "@ai-sdk/provider"],
  mcp: ["@modelcontextprotocol/server"],
  mail: ["nodemailer"],
  dates: ["chrono-node"],
  imports: ["ical.js", "turndown", "csv-parse/sync", "yauzl"],
  sockets: ["ws"],
};

/** Names of the texts. */
export const partNames: readonly string[] = Object.keys(groups);

const groupOf = new Map(
  Object.entries(groups).flatMap(([group, names]) => names.map((name) => [name, group] as const)),
);
const namespace = "apart";

/** Has the program take these packages from their texts. */
export const packagesApart: Plugin = {
  name: "packages-apart",
  setup(build) {
    build.onResolve({ filter: /^[@a-z]/ }, ({ path }) => (groupOf.has(path) ? { path, namespace } : undefined));
    build.onLoad({ filter: /.*/, namespace }, async ({ path }) => ({
      resolveDir: root,
      contents: await standIn(path, groupOf.get(path) as string),
    }));
  },
};

/** A module that has the exports of the package. */
async function standIn(name: string, group: string): Promise<string> {
  const names = Object.keys((await import(name)) as object).filter((key) => /^[A-Za-z_$][\w$]*$/.test(key));
  const lines = names.map((key) =>
    key === "default" ? "export default exported.default;" : `export const ${key} = exported.${key};`,
  );
  return [
    `import { part } from ${JSON.stringify(join(root, "build/part-loader.ts"))};`,
    `const exported = part(${JSON.stringify(group)})[${JSON.stringify(name)}];`,
    ...lines,
  ].join("\n");
}

/** Writes the texts, scripts, into the folder. Answers the files that they are made of. */
export async function bundleParts(folder: string, common: BuildOptions): Promise<string[]> {
  const files: string[] = [];
  for (const [group, names] of Object.entries(groups)) {
    const lines = names.map((name) => `export * as ${JSON.stringify(name)} from ${JSON.stringify(name)};`);
    const { metafile } = await esbuild({
      ...common,
      metafile: true,
      stdin: { contents: lines.join("\n"), resolveDir: root },
      outfile: join(folder, `${group}.js`),
      format: "cjs",
      logOverride: { "empty-import-meta": "silent" }, // there are no files
    });
    files.push(...Object.keys(metafile.inputs));
  }
  return files;
}
