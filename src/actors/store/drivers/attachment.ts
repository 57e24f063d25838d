/** How a file becomes part of a connection. */
import { pathToFileURL } from "node:url";
import { quoted } from "./driver.ts";

/** The statement that attaches an existing file, for reading and writing, as `ws`. */
export function attachment(file: string): string {
  return `ATTACH ${quoted(`${pathToFileURL(file).href}?mode=rw`)} AS ws`;
}
