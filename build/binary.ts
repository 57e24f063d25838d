/**
 * Builds the single binaries into `dist/`: `npm run build:binary` for this machine, `npm run build:binary -- all`, or names of
 * targets. Each is an archive; `SHA256SUMS` names them all. What can be seen of them without running them is looked over.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { partNames } from "./apart.ts";
import { checkArchives } from "./artefacts.ts";
import { bundle, threadNames } from "./bundle.ts";
import { signed } from "./macho.ts";
import { noticesOf, packagesOf } from "./notices.ts";
import { unsigned } from "./pe.ts";
import { scriptArguments } from "./script.ts";
import { packageFolder, root, type Target, targets } from "./targets.ts";
import { buildWeb } from "./web.ts";

const dist = join(root, "dist");
const scratch = join(dist, "scratch");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

/** As bin/node.mjs gives it; a collection after the start would bring 3 MB here. What is compiled holds for a Node with these alone. */
const nodeFlags = ["--max-semi-space-size=16", "--no-allocation-site-pretenuring"];
/** What is packed as it lies here: the licence, and the pages, with what they link to. */
const pages = [
  ..."LICENSE README.md AGENTS.md CHANGELOG.md CONTRIBUTING.md SECURITY.md Containerfile compose.yaml docs examples".split(
    " ",
  ),
  "test/bench/RESULTS.md",
  "test/eval/RESULTS.md",
];
const thisMachine = `${process.platform}-${process.arch}`;
const { names: asked } = scriptArguments({}, true);
const wanted = targets.filter(({ name }) =>
  asked.length === 0 ? name === thisMachine : asked.includes("all") || asked.includes(name),
);
if (wanted.length === 0) {
  console.error(`Nothing to build. The targets are ${targets.map(({ name }) => name).join(", ")}, and all.`);
  process.exit(2);
}
mkdirSync(scratch, { recursive: true });
const command = join(scratch, "command.mjs");
const scripts = join(scratch, "threads");
const parts = join(scratch, "parts");
const { inputs } = await buildWeb();
const bundled = packagesOf([...inputs, ...(await bundle(command, scripts, parts))]).map((folder) => join(root, folder));
for (const target of wanted) {
  const archive = pack(target, buildBinary(target));
  console.log(`${relative(root, archive)}  ${(statSync(archive).size / 1e6).toFixed(1)} MB`);
}
writeSums();
checkArchives(dist, wanted, archiveOf);

/** Writes the executable of a target; the answer is its path. */
function buildBinary({ name, node, libsql, isWindows }: Target): string {
  const folder = join(dist, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const output = join(folder, isWindows ? "dayshift.exe" : "dayshift");
  const config = join(scratch, `${name}.json`);
  const settings = {
    main: command,
    mainFormat: "module",
    executable: preparedNode(join(packageFolder(node, scratch), "bin", isWindows ? "node.exe" : "node"), name),
    output,
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    // What is compiled holds for the Node and the processor that compiled it; a fifth of a start.
    useCodeCache: name === thisMachine,
    execArgv: nodeFlags,
    execArgvExtension: "none",
    assets: {
      ...programAssets(),
      ...nativeAsset(join(packageFolder(libsql, scratch), "index.node")),
      ...Object.fromEntries(threadNames.map((name) => [name, join(scripts, name)])),
      ...Object.fromEntries(partNames.map((name) => [`parts/${name}.js`, join(parts, `${name}.js`)])),
    },
  };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(process.execPath, [...nodeFlags, `--build-sea=${config}`], { stdio: ["ignore", "ignore", "inherit"] });
  if (name.startsWith("darwin")) writeFileSync(output, signed(readFileSync(output), "dayshift"));
  if (!isWindows) chmodSync(output, 0o755);
  return output;
}

/** Node as something can be put into it: for Windows without the signature of its publisher, which then would be a wrong one. */
function preparedNode(node: string, name: string): string {
  if (!name.startsWith("win32")) return strippedNode(node, name);
  const prepared = join(scratch, `node-${name}.exe`);
  writeFileSync(prepared, unsigned(readFileSync(node)));
  return prepared;
}

/** Node without its symbols, where this machine can take them away: a fifth smaller. */
function strippedNode(node: string, name: string): string {
  if (name !== thisMachine || process.platform !== "linux") return node;
  const stripped = join(scratch, `node-${name}`);
  copyFileSync(node, stripped);
  chmodSync(stripped, 0o755);
  try {
    execFileSync("strip", ["--strip-all", stripped], { stdio: "ignore" });
    return stripped;
  } catch {
    return node;
  }
}

/** What `src/actors/files/assets.ts` is asked for: of the app what was built of it, in place of its source. */
function programAssets(): Record<string, string> {
  const sources = globSync("src/**/*.{sql,html,css,js,sh}", { cwd: root, exclude: ["src/web/**"] });
  const own = sources.map((path) => [path.replaceAll("\\", "/").slice("src/".length), join(root, path)]);
  const web = join(dist, "web");
  const app = readdirSync(web).map((name) => [`built:web/${name}`, join(web, name)]);
  const library = packageFolder("swagger-ui-dist", scratch);
  const files = ["swagger-ui-bundle.js", "swagger-ui.css"];
  const foreign = files.map((file) => [`package:swagger-ui-dist/${file}`, join(library, file)]);
  return Object.fromEntries([...own, ...app, ...foreign]) as Record<string, string>;
}

/** The name carries the hash: versions lie side by side where they are taken out, and what lies there is checked by it. */
function nativeAsset(file: string): Record<string, string> {
  return { [`native/libsql-${sha256(file)}.node`]: file };
}

function archiveOf({ name }: Target): string {
  return join(dist, `dayshift-${version}-${name}.tar.gz`);
}

/** The binary with what is to be read with it: the pages, the licence, and those of what lies in it. */
function pack(target: Target, binary: string): string {
  const { isWindows, node, libsql } = target;
  const archive = archiveOf(target);
  const foreign = [node, libsql, "swagger-ui-dist"].map((one) => packageFolder(one, scratch));
  const folder = dirname(binary);
  for (const page of pages) cpSync(join(root, page), join(folder, page), { recursive: true });
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES.txt"), noticesOf([...foreign, ...bundled]));
  const names = [isWindows ? "dayshift.exe" : "dayshift", ...pages, "THIRD-PARTY-LICENSES.txt"];
  execFileSync("tar", ["-czf", archive, "-C", folder, ...names]);
  return archive;
}

function writeSums(): void {
  const archives = readdirSync(dist).filter((file) => file.endsWith(".tar.gz"));
  const lines = archives.sort().map((file) => `${sha256(join(dist, file))}  ${file}\n`);
  writeFileSync(join(dist, "SHA256SUMS"), lines.join(""));
}

function sha256(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
