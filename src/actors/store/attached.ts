/** A file attached to a connection in memory: with it detached, nothing keeps the file open (see drivers/libsql.ts). */
import { type Aside, attachment, type DriverName, openAside } from "./driver.ts";

/** The version of the attached file's schema. */
export const userVersion = "PRAGMA ws.user_version";

/**
 * Hands the action a connection with the file attached as `ws`; what it left uncommitted is undone. The library is the chosen one,
 * or the one with which this process has the file open.
 */
export async function withAttached<T>(
  file: string,
  action: (aside: Aside) => Promise<T>,
  library?: DriverName,
): Promise<T> {
  const aside = openAside(":memory:", library);
  try {
    await aside.exec(`PRAGMA temp_store=MEMORY; ${attachment(file)}`);
    try {
      return await action(aside);
    } finally {
      if (aside.inTransaction) await aside.exec("ROLLBACK");
      await aside.exec("DETACH ws");
    }
  } finally {
    await aside.close();
  }
}
