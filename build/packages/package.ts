/** What both packages are made with: declarations by the compiler, a manifest, a page and the licence. */
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../targets.ts";

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The manifest of the repository. */
export const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;

/** Writes the declarations of the files, and of what they import, into the folder. Throws with what the compiler says. */
export function declarations(files: readonly string[], folder: string): void {
  compile(files, folder, ["--declaration", "--emitDeclarationOnly"]);
}

/** Compiles files of `src` into the folder. Throws with what the compiler says. */
export function compile(files: readonly string[], folder: string, options: readonly string[]): void {
  const {
    include: _,
    exclude: __,
    compilerOptions,
  } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8")) as {
    include: unknown;
    exclude: unknown;
    compilerOptions: Record<string, unknown>;
  };
  const { noEmit: ___, allowImportingTsExtensions: ____, ...own } = compilerOptions;
  const config = join(folder, "tsconfig.build.json");
  const rewritten = { ...own, rootDir: root, outDir: folder, rewriteRelativeImportExtensions: true };
  const paths = files.map((file) => join(root, file));
  const typeRoots = [join(root, "node_modules/@types")];
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...rewritten, typeRoots }, files: paths }));
  const compiler = join(root, "node_modules/.bin/tsc");
  const { status, stdout } = spawnSync(compiler, ["-p", config, ...options], { cwd: root, encoding: "utf8" });
  rmSync(config);
  if (status !== 0) throw new Error(`The compiler refused: ${stdout}`);
}

export interface PackageWords {
  readonly name: string;
  readonly description: string;
  /** The page of the repository that becomes its README. */
  readonly readme: string;
  /** The versions of Node that it runs on. */
  readonly node: string;
  readonly dependencies: Readonly<Record<string, string>>;
  /** Dependencies of which the package carries a copy. */
  readonly bundled?: readonly string[];
}

/** Writes package.json, README.md and LICENSE. */
export function writeManifest(
  folder: string,
  { name, description, readme, node, dependencies, bundled }: PackageWords,
): void {
  const { version, license } = manifest;
  const exports = { ".": { types: "./index.d.ts", default: "./index.js" }, "./package.json": "./package.json" };
  const text = {
    name,
    version,
    description,
    license,
    type: "module",
    engines: { node },
    exports,
    files: ["index.js", "index.d.ts", "src"],
  };
  writeFileSync(
    join(folder, "package.json"),
    `${JSON.stringify({ ...text, dependencies, bundleDependencies: bundled }, null, 2)}\n`,
  );
  copyFileSync(join(root, readme), join(folder, "README.md"));
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
}
