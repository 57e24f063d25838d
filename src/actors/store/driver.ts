/**
 * The one file that imports libsql. Pinned exactly: what the rest of this folder relies on (which calls abort the process,
 * what close() leaves behind, how errors are numbered) is held by test/actors/store/driver.test.ts.
 */
import Database from "libsql";
import PromiseDatabase from "libsql/promise";

export type Driver = InstanceType<typeof Database>;
export type DriverStatement = ReturnType<Driver["prepare"]>;

/** A connection. `exec` alone leaves nothing behind after close(); any prepare keeps descriptors until a collection (libsql-js#228). */
export function openDriver(path: string): Driver {
  return new Database(path);
}

// Both flavours of the driver hold the same native handle, so the asynchronous exec works on a synchronous connection.
const aside = PromiseDatabase.prototype as unknown as { readonly exec: (this: Driver, text: string) => Promise<void> };

/** Runs statements on a thread of the driver: what takes long does not stop the event loop. The connection must not be used meanwhile. */
export function execAside(driver: Driver, text: string): Promise<void> {
  return aside.exec.call(driver, text);
}
