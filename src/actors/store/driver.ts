/** Which SQLite library opens the files of this process. */
import type { Aside, Driver, Library } from "./drivers/driver.ts";
import { libsql } from "./drivers/libsql.ts";
import { defaultDriver, type DriverName } from "./drivers/names.ts";
import { nodeSqlite } from "./drivers/node-sqlite.ts";

export type { Aside, Driver, DriverValue, Statement } from "./drivers/driver.ts";
export { attachment } from "./drivers/attachment.ts";
export { quoted } from "./drivers/driver.ts";
export type { DriverName } from "./drivers/names.ts";

const libraries: Readonly<Record<DriverName, Library>> = { libsql, node: nodeSqlite };

let chosen: DriverName = defaultDriver;

/** Says which one opens files from now on: before the first is opened, as two libraries in one process end each other's locks. */
export function chooseDriver(name: DriverName): void {
  chosen = name;
}

/** Opens a connection to a file, or to `:memory:`; with another library for a file that this process has open with that one. */
export function openDriver(path: string, name: DriverName = chosen): Driver {
  return libraries[name].open(path);
}

/** The same with its statements off the event loop. */
export function openAside(path: string, name: DriverName = chosen): Aside {
  return libraries[name].openAside(path);
}
