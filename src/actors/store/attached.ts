/** A file attached to a connection in memory: with it detached, nothing keeps the file open (see driver.ts). */
import { pathToFileURL } from "node:url";
import { type Driver, openDriver } from "./driver.ts";

/** The statement that attaches an existing file, for reading and writing, as `ws`. */
export function attachment(file: string): string {
  return `ATTACH '${pathToFileURL(file).href.replaceAll("'", "''")}?mode=rw' AS ws`;
}

/** Hands the action a connection with the file, which nobody else has open, attached as `ws`; what it left uncommitted is undone. */
export async function withAttached<T>(file: string, action: (driver: Driver) => T | Promise<T>): Promise<T> {
  const driver = openDriver(":memory:");
  try {
    driver.exec(`PRAGMA temp_store=MEMORY; ${attachment(file)}`);
    try {
      return await action(driver);
    } finally {
      if (driver.inTransaction) driver.exec("ROLLBACK");
      driver.exec("DETACH ws");
    }
  } finally {
    driver.close();
  }
}

/** A text as it stands in a statement. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
