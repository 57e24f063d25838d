/** The Deno that test/deno/package.json names, where it is installed; else the machine's own. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Path or name of the program. */
export const deno = installed() ?? "deno";

function installed(): string | null {
  const platform = `${process.platform}-${process.arch}${process.platform === "linux" ? "-glibc" : ""}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`@deno/${platform}/package.json`));
    return join(folder, process.platform === "win32" ? "deno.exe" : "deno");
  } catch {
    return null;
  }
}
