/**
 * The app as it was built, in memory. In a checkout it is built when the service starts, or when a page is first asked for, if that was
 * never done or is older than its source; the binary and the image carry it.
 */
import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { asset, isBinary } from "../../actors/files/assets.ts";

export interface BuiltFile {
  readonly type: string;
  readonly identity: Uint8Array;
  readonly gzip: Uint8Array;
  readonly br: Uint8Array;
}

export interface BuiltApp {
  readonly files: ReadonlyMap<string, BuiltFile>;
  readonly index: BuiltFile;
  /** Of the index, quoted. */
  readonly etag: string;
}

/** As much of `build/web.ts` as is used here. */
interface Builder {
  readonly buildWeb: (folder: undefined, options: { readonly isAwaited: boolean }) => Promise<unknown>;
  readonly endBuilder: () => Promise<void>;
}

/** What the build reads. */
const sources = ["web", "client", "schema"];

let loaded: Promise<BuiltApp | null> | undefined;

/** The app; null when there is none and it cannot be built here. Looked for once; a failure is tried again at the next request. */
export async function builtApp(): Promise<BuiltApp | null> {
  loaded ??= load();
  const app = await loaded;
  if (app === null) loaded = undefined;
  return app;
}

/** In a checkout: builds the app where that is needed, before the first request for a page, which then waits for what is left of it. */
export function prepareApp(): void {
  if (!isBinary) void builtApp();
}

async function load(): Promise<BuiltApp | null> {
  if (!isBinary && isOlder()) await build();
  try {
    return read();
  } catch {
    return null;
  }
}

/** Without esbuild, or where nothing may be written, what was built before is served, if anything was. */
async function build(): Promise<void> {
  try {
    const builder = new URL("../../../build/web.ts", import.meta.url);
    const { buildWeb, endBuilder } = (await import(builder.href)) as Builder;
    await buildWeb(undefined, { isAwaited: true }).finally(() => void endBuilder());
  } catch {
    // read() finds what is there
  }
}

/** Whether nothing was built, or the source has changed since. */
function isOlder(): boolean {
  const list = new URL("../../../dist/web/files.json", import.meta.url);
  const built = statSync(list, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.some((folder) => newest(new URL(`../../${folder}/`, import.meta.url)) > built);
}

/** In milliseconds; 0 for a folder that is not there. */
function newest(folder: URL): number {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return 0;
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.reduce((latest, name) => Math.max(latest, statSync(new URL(name, folder)).mtimeMs), 0);
}

function read(): BuiltApp {
  const types = JSON.parse(asset("built:web/files.json").toString()) as Record<string, string>;
  const files = new Map(Object.entries(types).map(([name, type]) => [name, fileOf(name, type)]));
  const index = files.get("index.html");
  if (index === undefined) throw new Error("The built app has no index.html: build it again with `npm run build:web`.");
  const etag = `"${createHash("sha256").update(index.identity).digest("hex").slice(0, 16)}"`;
  return { files, index, etag };
}

function fileOf(name: string, type: string): BuiltFile {
  const bytes = (suffix: string): Uint8Array => asset(`built:web/${name}${suffix}`);
  return { type, identity: bytes(""), gzip: bytes(".gz"), br: bytes(".br") };
}
