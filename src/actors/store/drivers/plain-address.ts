/**
 * libsql's own way to a file leads through a layer for encryption (SQLite3 Multiple Ciphers), which takes a read that failed for one
 * that did not: SQLite then goes on with whatever the memory held. One failing read of a log lost 40 of 40 acknowledged writes
 * (docs/faults.md). Files opened by the system's plain layer, and those attached to or copied by such a connection, fail as they should.
 */
import { pathToFileURL } from "node:url";

const layer = process.platform === "win32" ? "win32" : "unix";

/** The address by which libsql opens a path, or `:memory:`, without that layer. */
export function plainAddress(path: string): string {
  return `${path === ":memory:" ? "file::memory:" : pathToFileURL(path).href}?vfs=${layer}`;
}
