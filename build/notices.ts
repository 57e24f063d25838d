/** What others ask to go along with copies of their work: the licence of everything that lies in the binary. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

const rule = "=".repeat(80);

/** The folders of the packages that the files lie in, each once, in order. Files outside of `node_modules` are our own. */
export function packagesOf(files: Iterable<string>): string[] {
  const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
  const found = [...files].map((file) => folder.exec(file.replaceAll("\\", "/"))?.[0]);
  return [...new Set(found.filter((one) => one !== undefined))].toSorted();
}

/** One text of them: name, version and licence of each package, with the text that it brings. */
export function noticesOf(folders: readonly string[]): string {
  const parts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    const texts = globSync("{LICENSE,LICENCE,license,licence,NOTICE,COPYING}*", { cwd: folder }).toSorted();
    const head = `${name} ${version} (${license ?? "see below"})`;
    return [rule, head, rule, ...texts.map((file) => readFileSync(join(folder, file), "utf8").trim())].join("\n\n");
  });
  return `Dayshift holds the work of others, each under its own licence.\n\n${parts.join("\n\n")}\n`;
}
