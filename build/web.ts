/**
 * Builds the app of `src/web` into `dist/web`: `npm run build:web`. Names carry a hash of what is in them, `files.json` names all
 * of them and is written last, so that a reader at that moment finds a whole set. Fails above the budgets of sizes. A service that is
 * started from a checkout builds it while it answers requests, so what takes long is done by other threads.
 */
import { build, type Metafile, stop, transform } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { bareTable } from "./bare-table.ts";
import { root } from "./targets.ts";
import { toolFields } from "./tool-fields.ts";

/** In bytes of gzip: all script of the first load, each part that is loaded later, all style. */
const budgets = { first: 70 * 1024, part: 30 * 1024, style: 14 * 1024 } as const;
const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  webmanifest: "application/manifest+json",
  html: "text/html; charset=utf-8",
};

export interface WebBuild extends WebSizes {
  /** The files that it was made of. */
  readonly inputs: readonly string[];
}

/** Sizes of what was built, in bytes of gzip. */
interface WebSizes {
  readonly first: number;
  readonly style: number;
  /** The largest part that is loaded later. */
  readonly part: number;
}

export interface BuildOptions {
  /** Other packages in the place of some: a test builds the app with React. */
  readonly alias?: Readonly<Record<string, string>>;
  /** Of the script of the first load, in bytes of gzip. */
  readonly mostFirst?: number;
  /** Compresses in a twentieth of the time, to 6 % more: a page waits for it. */
  readonly isAwaited?: boolean;
}

/** Builds into the folder. Throws when a budget is broken, with the sizes, or what esbuild says. */
export async function buildWeb(folder = join(root, "dist/web"), options: BuildOptions = {}): Promise<WebBuild> {
  mkdirSync(folder, { recursive: true });
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: "src/web/main.tsx", worklet: "src/web/audio/worklet.ts", style: "src/web/style/main.css" },
    outdir: "dist/web",
    entryNames: "[name].[hash]",
    chunkNames: "part.[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    target: "es2023",
    charset: "utf8",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    alias: { ...options.alias },
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [bareTable, toolFields],
    metafile: true,
    write: false,
    logLevel: "warning",
  });
  const built = new Map<string, Buffer>(
    outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)]),
  );
  const icons = addIcons(built);
  const manifest = add(built, "manifest.webmanifest", withNames(source("manifest.webmanifest"), icons));
  const firstPaint = add(built, "first-paint.js", await minified("first-paint.js"));
  const names = { ...entries(metafile), ...icons, "@MANIFEST@": manifest, "@FIRST-PAINT@": firstPaint };
  const parts = firstParts(metafile);
  const files = [...built.keys()];
  built.set("index.html", page(names, parts));
  built.set("worker.js", await buildWorker(files));
  // One by one: a service that runs here has the other threads.
  const packed = new Map<string, Packed>();
  for (const [name, bytes] of built) packed.set(name, await pack(bytes, options.isAwaited ?? false));
  const sizes = measured(metafile, packed, { ...budgets, ...(options.mostFirst && { first: options.mostFirst }) });
  await write(folder, packed);
  return { ...sizes, inputs: Object.keys(metafile.inputs) };
}

/** Ends the program that builds, which otherwise waits for the next build as long as this process lives. */
export async function endBuilder(): Promise<void> {
  await stop();
}

interface Packed {
  readonly bytes: Buffer;
  readonly gz: Buffer;
  readonly br: Buffer;
}

/** Compresses what is served, in threads of the runtime. */
async function pack(bytes: Buffer, isAwaited: boolean): Promise<Packed> {
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_QUALITY]: isAwaited ? 5 : constants.BROTLI_MAX_QUALITY,
  };
  const [gz, br] = await Promise.all([
    promisify(gzip)(bytes, { level: 9 }),
    promisify(brotliCompress)(bytes, { params }),
  ]);
  return { bytes, gz, br };
}

/** The service worker, which knows all files of the build. Its own name never changes: browsers look there for a newer one. */
async function buildWorker(files: readonly string[]): Promise<Buffer> {
  const hash = createHash("sha256").update(files.join()).digest("hex").slice(0, 16);
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["src/web/worker.ts"],
    bundle: true,
    format: "iife",
    minify: true,
    target: "es2023",
    write: false,
    logLevel: "warning",
    define: {
      builtFiles: JSON.stringify(files.map((name) => `/web/${name}`)),
      builtName: JSON.stringify(`dayshift-${hash}`),
    },
  });
  return Buffer.from(outputFiles[0]?.contents ?? "");
}

/** The drawing, and pictures of it (`npm run icons`) for phones; answers what stands for each in page and manifest. */
function addIcons(built: Map<string, Buffer>): Record<string, string> {
  const pictures = ["icon-192.png", "icon-512.png", "icon-maskable.png", "icon-apple.png"];
  const named = pictures.map((name): [string, string] => {
    const bytes = readFileSync(join(root, "src/web/icons", name));
    return [`@${name.replace(".png", "").toUpperCase()}@`, add(built, name, bytes)];
  });
  return { "@ICON@": add(built, "icon.svg", source("icon.svg")), ...Object.fromEntries(named) };
}

/** The text with the path of a file in the place of each mark. */
function withNames(text: string, names: Readonly<Record<string, string>>): string {
  return Object.entries(names).reduce((made, [mark, name]) => made.replaceAll(mark, `/web/${name}`), text);
}

/** A script that a page runs before it is painted, as it is served. */
async function minified(name: string): Promise<string> {
  return (await transform(source(name), { minify: true, target: "es2023" })).code;
}

function source(name: string): string {
  return readFileSync(join(root, "src/web", name), "utf8");
}

/** Adds a file under a name that carries a hash of what is in it, and answers that name. */
function add(built: Map<string, Buffer>, name: string, content: string | Buffer): string {
  const [first = "", ending = ""] = name.split(".");
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();
  built.set(`${first}.${hash}.${ending}`, Buffer.from(content));
  return `${first}.${hash}.${ending}`;
}

/** What stands in the page for each file that it names. */
function entries({ outputs }: Metafile): Readonly<Record<"@SCRIPT@" | "@STYLE@" | "@WORKLET@", string>> {
  const named = (source: string): string => {
    const found = Object.entries(outputs).find(([, output]) => output.entryPoint === source);
    if (found === undefined) throw new Error(`The build made nothing of ${source}.`);
    return basename(found[0]);
  };
  return {
    "@SCRIPT@": named("src/web/main.tsx"),
    "@STYLE@": named("src/web/style/main.css"),
    "@WORKLET@": named("src/web/audio/worklet.ts"),
  };
}

/** The script and what it imports at once: all that a first load waits for. */
function firstParts({ outputs }: Metafile): string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const { path: next, kind } of outputs[path]?.imports ?? []) if (kind === "import-statement") visit(next);
  };
  const start = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === "src/web/main.tsx");
  if (start !== undefined) visit(start);
  return [...found].map((path) => basename(path));
}

function measured(metafile: Metafile, packed: ReadonlyMap<string, Packed>, limits: WebSizes): WebSizes {
  const size = (name: string): number => packed.get(name)?.gz.length ?? 0;
  const first = firstParts(metafile);
  const later = Object.keys(metafile.outputs)
    .map((path) => basename(path))
    .filter((name) => name.endsWith(".js") && !first.includes(name));
  const sizes = {
    first: first.reduce((sum, name) => sum + size(name), 0),
    style: size(entries(metafile)["@STYLE@"]),
    part: Math.max(0, ...later.map(size)),
  };
  for (const [name, limit] of Object.entries(limits)) {
    const bytes = sizes[name as keyof WebSizes];
    if (bytes > limit) throw new Error(`The app is too large: ${name} has ${bytes} bytes of gzip, at most ${limit}.`);
  }
  return sizes;
}

/** The page, with the files that it names and the parts that it is to load at once. */
function page(names: Readonly<Record<string, string>>, parts: readonly string[]): Buffer {
  const preloads = parts
    .filter((name) => name !== names["@SCRIPT@"])
    .map((name) => `<link rel="modulepreload" href="/web/${name}">`);
  const html = withNames(source("index.html"), names);
  return Buffer.from(html.replace("<!-- parts -->", preloads.join("\n    ")));
}

async function write(folder: string, packed: ReadonlyMap<string, Packed>): Promise<void> {
  const before = await readdir(folder);
  const names: Record<string, string> = {};
  for (const [name, { bytes, gz, br }] of packed) {
    names[name] = types[name.split(".").at(-1) as string] as string;
    await put(join(folder, name), bytes);
    await put(join(folder, `${name}.gz`), gz);
    await put(join(folder, `${name}.br`), br);
  }
  await put(join(folder, "files.json"), JSON.stringify(names));
  for (const file of before) {
    const name = file.replace(/\.(gz|br)$/, "");
    if (!packed.has(name) && name !== "files.json") await rm(join(folder, file), { force: true });
  }
}

/** Has the file whole under its name at once: another service of this checkout may read it, or build as well. */
async function put(path: string, content: Buffer | string): Promise<void> {
  const partial = `${path}.${process.pid}`;
  await writeFile(partial, content);
  await rename(partial, path);
}

if (import.meta.main) {
  const { first, style, part } = await buildWeb();
  const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
  console.log(
    `dist/web: script ${kilobytes(first)} at first load, at most ${kilobytes(part)} a later part, style ${kilobytes(style)} (gzip)`,
  );
}
