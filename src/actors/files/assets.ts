/** Files that belong to the program: they lie next to the source, or inside the single binary. Everything reads them through here. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

// Only Node has it, so it is asked for and not imported.
const sea = process.getBuiltinModule?.("node:sea");

/** Whether this is the single binary. */
export const isBinary: boolean = sea?.isSea() ?? false;

/** The part of an asset's name that says it is a file of a package: `package:swagger-ui-dist/swagger-ui.css`. */
const ofPackage = "package:";

/** The part that says it was built: `built:web/files.json` lies in `dist`. */
const ofBuild = "built:";

/**
 * The bytes of a file, named by its path below `src`, by `package:` and its path in a package, or by `built:` and its path below
 * `dist`. Throws when there is none.
 */
export function asset(name: string): Buffer {
  if (sea !== undefined && isBinary) return Buffer.from(sea.getRawAsset(name));
  if (name.startsWith(ofBuild))
    return readFileSync(new URL(`../../../dist/${name.slice(ofBuild.length)}`, import.meta.url));
  if (!name.startsWith(ofPackage)) return readFileSync(new URL(`../../${name}`, import.meta.url));
  return readFileSync(createRequire(import.meta.url).resolve(name.slice(ofPackage.length)));
}

/** The names of the files directly in a folder below `src`, without the folder, sorted. */
export function assetsIn(folder: string): string[] {
  if (sea === undefined || !isBinary) return readdirSync(new URL(`../../${folder}`, import.meta.url)).sort();
  const start = `${folder}/`;
  const within = sea.getAssetKeys().filter((name) => name.startsWith(start) && !name.includes("/", start.length));
  return within.map((name) => name.slice(start.length)).sort();
}
