/** The file of the directory on a disk that takes no writes: a copy is read until somebody writes and the disk takes it. */
import { dirname } from "node:path";
import { toWriteFailure } from "../../../actors/store/failures.ts";
import { copyForReading, requireWrites, whyNoWrites } from "../../../actors/store/reading-copy.ts";
import { fileOf } from "./connection.ts";
import { type Db, type DbOptions, isQuery, openDb } from "./db.ts";

/** Opens the database, or a copy of its file when the disk takes no writes. Rejects as `openDb` does. */
export async function openReadableDb(options: DbOptions): Promise<Db> {
  try {
    return await openDb(options);
  } catch (error) {
    if (!options.url.startsWith("file:") || whyNoWrites(dirname(fileOf(options.url))) === null) throw error;
    return openCopy(options);
  }
}

async function openCopy(options: DbOptions): Promise<Db> {
  const file = fileOf(options.url);
  const copy = copyForReading(file);
  let db = await openDb({ url: `file:${copy.file}` }).catch((error: unknown) => {
    copy.remove();
    throw error;
  });
  let isCopy = true;
  let changing: Promise<void> | null = null;

  const leaveCopy = async (): Promise<void> => {
    isCopy = false;
    await db.close().finally(() => copy.remove());
  };

  /** Rejects while the disk takes no writes. */
  const openReal = async (): Promise<void> => {
    try {
      requireWrites(file);
      options.admit?.();
    } catch (error) {
      throw toWriteFailure(error);
    }
    const real = await openDb(options);
    const left = leaveCopy();
    db = real;
    await left;
  };

  const forWriting = async (): Promise<Db> => {
    if (isCopy) {
      changing ??= openReal().finally(() => {
        changing = null;
      });
      await changing;
    }
    return db;
  };
  const dbFor = (sql: string): Promise<Db> => (isQuery(sql) ? Promise.resolve(db) : forWriting());

  return {
    isRemote: false,
    all: async (sql, ...args) => (await dbFor(sql)).all(sql, ...args),
    get: async (sql, ...args) => (await dbFor(sql)).get(sql, ...args),
    run: async (sql, ...args) => (await dbFor(sql)).run(sql, ...args),
    batch: async (statements) => (await forWriting()).batch(statements),
    copyInto: (target) => db.copyInto(target),
    close: () => (isCopy ? leaveCopy() : db.close()),
  };
}
