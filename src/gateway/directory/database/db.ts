/** The directory's database behind one thin shape: a file by default, a remote libSQL server by configuration. */
import { isDone } from "../../../actors/store/failures.ts";
import type { InStatement, InValue, ResultSet, Value } from "@libsql/client";
import { toCommitFailure, toWriteFailure } from "../../../actors/store/failures.ts";
import type { FollowedDatabase } from "../../../actors/store/pages/followed-database.ts";
import { copyFileInto } from "../../../actors/store/rewrite.ts";
import { fileOf, openFile, openRemote } from "./connection.ts";
import { guardFile, guardRemote } from "./guard.ts";

type Argument = string | number | boolean | null;

export interface Statement {
  readonly sql: string;
  readonly args: readonly Argument[];
}

export type Row = Readonly<Record<string, Value>>;

interface Result {
  readonly rows: readonly Row[];
  /** Rows inserted, updated or deleted; 0 for a statement with RETURNING. */
  readonly changed: number;
}

export interface Db {
  readonly isRemote: boolean;
  all(sql: string, ...args: Argument[]): Promise<readonly Row[]>;
  get(sql: string, ...args: Argument[]): Promise<Row | undefined>;
  /** Runs one statement; answers how many rows it changed. */
  run(sql: string, ...args: Argument[]): Promise<number>;
  /** Runs all statements in one transaction, or none of them: the first that fails rolls everything back. */
  batch(statements: readonly Statement[]): Promise<readonly Result[]>;
  /** Writes a copy of what is committed to a new file, while reads and writes go on; false for a server, which keeps its own. */
  copyInto(file: string): Promise<boolean>;
  /** Closing again does nothing. */
  close(): Promise<void>;
}

export interface DbOptions {
  /** `file:<path>`, or the address of a libSQL server (`libsql:`, `https:`, `http:`, `wss:`, `ws:`). */
  readonly url: string;
  readonly authToken?: string;
  /** Throws when a file may not be written to. Asked before a write, and again before it counts as committed. */
  readonly admit?: () => void;
  /** Has what is written to a file in a store that other machines share, too, before anybody is answered; left out on one machine. */
  readonly follower?: FollowedDatabase;
}

/** A statement with its arguments. */
export function statement(sql: string, ...args: Argument[]): Statement {
  return { sql, args };
}

/** Opens the database. A remote one is asked nothing yet, and is never sent a PRAGMA: its settings are its own. */
export async function openDb(options: DbOptions): Promise<Db> {
  const isRemote = !options.url.startsWith("file:");
  const opened = isRemote ? await openRemote(options) : await openFile(options.url);
  const { client } = opened;
  const guarded = isRemote ? guardRemote : guardFile(client);
  const execute = (sql: string, args: readonly Argument[]): Promise<ResultSet> => {
    const prepared = bound({ sql, args });
    const run = (): Promise<ResultSet> => guarded(() => client.execute(prepared), !isQuery(sql));
    return isQuery(sql) ? shown(options, run) : admitted(options, run);
  };
  return {
    isRemote,
    all: async (sql, ...args) => (await execute(sql, args)).rows,
    get: async (sql, ...args) => (await execute(sql, args)).rows[0],
    run: async (sql, ...args) => (await execute(sql, args)).rowsAffected,
    batch: async (statements) => {
      const prepared = statements.map(bound);
      const results = await admitted(options, () => guarded(() => client.batch(prepared, "write"), true));
      return results.map(({ rows, rowsAffected }) => ({ rows, changed: rowsAffected }));
    },
    copyInto: async (file) => {
      if (isRemote) return false;
      await copyFileInto(fileOf(options.url), file, "libsql");
      return true;
    },
    close: async () => {
      // Closing takes the log away by its name: in a folder that was replaced that is another file's.
      if (client.closed || !isDone(() => options.admit?.())) return;
      try {
        if (!isRemote) await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
      } finally {
        opened.close();
      }
    },
  };
}

/** Runs a query; what it saw of writes that other machines do not have yet is answered when they have it. */
function shown<T>({ follower }: DbOptions, query: () => Promise<T>): Promise<T> {
  if (follower === undefined) return query();
  return query().then(
    async (result) => {
      await follower.settled();
      return result;
    },
    (error: unknown) => {
      follower.failed(error);
      throw error;
    },
  );
}

/** Runs a write where writes are admitted, before it and behind it. */
async function admitted<T>({ admit = () => undefined, follower }: DbOptions, write: () => Promise<T>): Promise<T> {
  attempt(admit, (error) => {
    follower?.failed(error);
    return toWriteFailure(error);
  });
  const result = await (follower === undefined ? write() : follower.write(write));
  attempt(admit, toCommitFailure);
  return result;
}

function attempt(action: () => void, toFailure: (error: unknown) => unknown): void {
  try {
    action();
  } catch (error) {
    throw toFailure(error);
  }
}

/** Whether a statement only reads. */
export function isQuery(sql: string): boolean {
  return /^\s*(SELECT|PRAGMA)\b/i.test(sql);
}

/** Whether a statement was refused by a constraint of the schema (unique, not null, foreign key), here or on another node. */
export function isConstraint(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_CONSTRAINT");
}

/** Integers are bound as integers (a JavaScript number would be bound as REAL); what the driver would store wrongly throws. */
function bound({ sql, args }: Statement): InStatement {
  return { sql, args: args.map(toValue) };
}

function toValue(argument: Argument): InValue {
  if (typeof argument === "string" && (argument.includes("\0") || !argument.isWellFormed())) {
    throw new TypeError(
      "A text for the directory holds NUL or a lone surrogate; it must be refused before it gets here.",
    );
  }
  if (typeof argument === "number") return Number.isSafeInteger(argument) ? BigInt(argument) : finite(argument);
  if (argument === null || typeof argument === "string" || typeof argument === "boolean") return argument;
  throw new TypeError(`The directory stores text, numbers, booleans and null; it was given ${typeof argument}.`);
}

function finite(number: number): number {
  if (Number.isFinite(number)) return number;
  throw new TypeError(`The directory stores finite numbers; it was given ${number}.`);
}

/** A text that is never null. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new TypeError(`Column ${column} should hold text.`);
  return value;
}

/** A number that is never null. */
export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw new TypeError(`Column ${column} should hold an integer.`);
  return value;
}

/** A number, or null. */
export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integer(row, column);
}

/** A text, or null. */
export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

/** RFC 3339 in UTC with milliseconds. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The same; null for null. */
export function timestampOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : timestamp(milliseconds);
}

interface Write {
  readonly statements: readonly Statement[];
  readonly done: PromiseWithResolvers<unknown>;
}

/** Answers a function that resolves when its statements are committed; those of one call are committed together or not at all. */
export function createGathering(db: Pick<Db, "batch">): (statements: readonly Statement[]) => Promise<void> {
  let waiting: Write[] = [];
  let isRunning = false;

  const runAll = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await runGroup(db, group);
    }
    isRunning = false;
  };

  return async (statements) => {
    const done = Promise.withResolvers<unknown>();
    waiting.push({ statements, done });
    if (!isRunning) void runAll();
    await done.promise;
  };
}

/** One that fails takes no other with it: then each is written by itself. Never rejects. */
async function runGroup(db: Pick<Db, "batch">, group: readonly Write[]): Promise<void> {
  try {
    await db.batch(group.flatMap(({ statements }) => statements));
    for (const { done } of group) done.resolve(null);
  } catch (error) {
    if (group.length === 1) return group[0]?.done.reject(error);
    for (const write of group) await runGroup(db, [write]);
  }
}
