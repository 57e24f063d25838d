/**
 * The one file that imports libsql. Pinned exactly: what the rest of this folder relies on (which calls abort the process,
 * what close() leaves behind, how errors are numbered) is held by test/actors/store/drivers/libsql.test.ts.
 */
import Database from "libsql";
import PromiseDatabase from "libsql/promise";
import type { SqlRow } from "../../../workspace/protocol/sql.ts";
import { attachment } from "./attachment.ts";
import type { Aside, Driver, Library, Statement } from "./driver.ts";
import { plainAddress } from "./plain-address.ts";

type Native = InstanceType<typeof Database>;

// Both flavours of the driver hold the same native handle, so the asynchronous exec works on a synchronous connection.
const aside = PromiseDatabase.prototype as unknown as { readonly exec: (this: Native, text: string) => Promise<void> };

export const libsql: Library = { open, openAside };

/** `exec` alone leaves nothing behind after close(); any prepare keeps descriptors until a collection (libsql-js#228). */
function open(path: string): Driver {
  const native = new Database(plainAddress(path));
  return {
    get inTransaction() {
      return native.inTransaction;
    },
    synchronous: "FULL",
    attach: (file) => void native.exec(attachment(file)),
    detach: () => void native.exec("DETACH ws"),
    prepare: (text) => prepare(native, text),
    exec: (text) => void native.exec(text),
    commit: () => aside.exec.call(native, "COMMIT"),
    limitLog: (frames) => void native.exec(`PRAGMA wal_autocheckpoint=${frames}`),
    checkpoint: () => aside.exec.call(native, "PRAGMA ws.wal_checkpoint(PASSIVE)"),
    close: () => void native.close(),
  };
}

/** A thread of the driver returns no rows: those of a SELECT go into a table in memory, which is then read here. */
function openAside(path: string): Aside {
  const native = new Database(plainAddress(path));
  const exec = (text: string): Promise<void> => aside.exec.call(native, text);
  return {
    get inTransaction() {
      return native.inTransaction;
    },
    exec,
    async all(text) {
      if (text.startsWith("PRAGMA")) return prepare(native, text).all([]);
      await exec(`DROP TABLE IF EXISTS temp.found; CREATE TEMP TABLE found AS ${text}`);
      return prepare(native, "SELECT * FROM temp.found").all([]);
    },
    close: () => new Promise((resolve) => resolve(void native.close())),
  };
}

function prepare(native: Native, text: string): Statement {
  const statement = native.prepare(text);
  const returnsRows = statement.reader;
  if (returnsRows) statement.raw();
  return {
    returnsRows,
    // get() runs a statement without rows as run() does, and makes no object of what it changed.
    run: (values) => void statement.get(values),
    change: (values) => statement.run(values).changes,
    get: (values) => statement.get(values) as SqlRow | undefined,
    all: (values) => statement.all(values) as SqlRow[],
  };
}
