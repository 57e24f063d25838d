/** `@dayshift/testing`: the service and its test kit as JavaScript and types, with the packages that the service stands on. */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../targets.ts";
import { compile, manifest, writeManifest } from "./package.ts";

const swagger = "swagger-ui-dist";

/** The kit, and what threads run, which no file imports. */
const entries = [
  "src/testing/index.ts",
  "src/actors/threads/worker-main.ts",
  "src/actors/models/builtin/capture/digest-worker.ts",
  "src/gateway/directory/secrets/argon2-worker.ts",
];

/** Writes the package into the folder. */
export function buildTesting(folder: string): void {
  compile(entries, folder, ["--declaration"]);
  const scripts = globSync("src/**/*.js", { cwd: folder });
  for (const file of globSync("src/**/*.{js,d.ts}", { cwd: folder })) rewrite(join(folder, file));
  for (const file of globSync("src/**/*.{sql,css,html,js,sh}", { cwd: root, exclude: ["src/web/**"] })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  for (const kind of ["js", "d.ts"])
    writeFileSync(join(folder, `index.${kind}`), 'export * from "./src/testing/index.js";\n');
  bundleSwagger(folder);
  writeManifest(folder, {
    name: "@dayshift/testing",
    description: "A real Dayshift inside a test, with a clock and a model that the test controls.",
    readme: "docs/guides/testing.md",
    node: ">=26",
    bundled: [swagger],
    dependencies: imported(scripts.map((script) => readFileSync(join(folder, script), "utf8"))),
  });
}

/** The reference page's package goes along in a copy without its own dependency, a script that reports each installation to its makers. */
function bundleSwagger(folder: string): void {
  const [from, to] = [root, folder].map((one) => join(one, "node_modules", swagger)) as [string, string];
  for (const file of ["swagger-ui-bundle.js", "swagger-ui.css", "LICENSE", "NOTICE"]) {
    mkdirSync(to, { recursive: true });
    cpSync(join(from, file), join(to, file));
  }
  const version = manifest.dependencies[swagger];
  writeFileSync(join(to, "package.json"), JSON.stringify({ name: swagger, version, license: "Apache-2.0" }));
}

/** The compiler leaves names in declarations as they are, and the addresses of files that threads run. */
function rewrite(path: string): void {
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace(/((?:new URL\(|from |import\()"[^"\n]+)\.ts"/g, '$1.js"'));
}

/** The packages that the texts import, in the versions of the repository. */
function imported(texts: readonly string[]): Record<string, string> {
  const isNamed = (name: string): boolean => texts.some((text) => new RegExp(`["':]${name}["'/]`).test(text));
  return Object.fromEntries(Object.entries(manifest.dependencies).filter(([name]) => isNamed(name)));
}
