/** The statements of the rules: prepared once, their values checked, and how they are carried out. */
import type { Sql, SqlValue } from "../../workspace/protocol/sql.ts";
import type { Driver, Statement, DriverValue } from "./driver.ts";

/**
 * Preparing costs 36 to 59 µs, and each one dropped waits for a collection. Lists drawn at random have more than a thousand texts: with
 * 256 cached, six of ten requests prepare one; with 1024, two.
 */
const CACHED_STATEMENTS = 1024;

interface Prepared extends StatementText {
  readonly statement: Statement;
}

/** What the statements of a connection ask of it and report to it. */
interface StatementHost {
  /** Of the connection: it takes statements while it is idle or in a write, and counts those of a write that change rows. */
  readonly held: { readonly state: string; changes: number };
  /** A statement has failed; answers what is to be thrown. */
  readonly failed: (error: unknown) => unknown;
}

interface Statements {
  readonly sql: Pick<Sql, "run" | "change" | "get" | "all">;
  clear(): void;
}

/** How a statement is carried out: whether those that return rows are. */
const verbs = { run: false, change: false, get: true, all: true } as const;
type Verb = keyof typeof verbs;

export function createStatements(driver: Driver, { held, failed }: StatementHost): Statements {
  const statements = createRecent(CACHED_STATEMENTS, (text) => prepare(driver, text));

  /** One that has failed goes: the driver's get() leaves it as it is, and it would fail again whatever its values. */
  function carryOut<V extends Verb>(verb: V, text: string, values: SqlValue[]): ReturnType<Statement[V]> {
    try {
      if (held.state !== "idle" && held.state !== "writing") throw notNow(held.state);
      const { statement, parameters, writes } = statements.get(text);
      if (statement.returnsRows !== verbs[verb]) throw wrongVerb(statement, text);
      if (writes && held.state !== "writing") throw new Error(`Rows change only inside a write: ${text}`);
      if (writes) held.changes += 1;
      return statement[verb](bindValues(values, parameters)) as ReturnType<Statement[V]>;
    } catch (error) {
      statements.drop(text);
      throw failed(error);
    }
  }

  return {
    sql: {
      run: (text, ...values) => carryOut("run", text, values),
      change: (text, ...values) => carryOut("change", text, values),
      get: (text, ...values) => carryOut("get", text, values),
      all: (text, ...values) => carryOut("all", text, values),
    },
    clear: () => statements.clear(),
  };
}

function prepare(driver: Driver, text: string): Prepared {
  const read = readStatementText(text);
  const statement = driver.prepare(text);
  return { ...read, statement };
}

function notNow(state: string): Error {
  return new Error(`The connection is ${state} and takes no statements.`);
}

/** Why a statement is not for the function that it was given to. */
function wrongVerb({ returnsRows }: Statement, text: string): Error {
  // The driver's run() on INSERT … RETURNING stops before the change is committed.
  return new Error(
    returnsRows
      ? `run() takes no statement that returns rows, use get() or all(): ${text}`
      : `get() and all() take statements that return rows, use run(): ${text}`,
  );
}

/**
 * The guard in front of the driver: what it would misread, lose or die of is refused here. Measured on libsql 0.5.29: a
 * boolean aborts the process; undefined, NaN and Infinity become NULL; text ends at NUL; a lone surrogate is replaced; a
 * number is bound as REAL; too few values leave those of the last call in place.
 *
 * Turns the values into what the driver takes, in place. Throws TypeError, naming the position (from 1), on anything else.
 */
function bindValues(values: SqlValue[], expected: number): DriverValue[] {
  if (values.length !== expected) {
    throw new TypeError(`The statement has ${expected} parameters and was given ${values.length} values.`);
  }
  for (let index = 0; index < expected; index++) {
    const value = values[index];
    // The common cases cost no call: well-formed text without NUL and null pass as they are, a whole number as an integer.
    if (typeof value === "string" ? value.includes("\0") || !value.isWellFormed() : value !== null) {
      values[index] = Number.isSafeInteger(value) ? BigInt(value as number) : bindValue(value, index + 1);
    }
  }
  return values as DriverValue[];
}

function bindValue(value: unknown, position: number): DriverValue {
  if (typeof value === "number") return bindNumber(value, position);
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "bigint") return bindBigInt(value, position);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw refusal(position, typeof value === "string" ? "text with NUL or a lone surrogate" : describe(value));
}

/** A finite number that is not whole, as REAL. */
function bindNumber(value: number, position: number): number {
  if (Number.isInteger(value) || !Number.isFinite(value)) throw refusal(position, String(value));
  return value;
}

/** Integers come back as numbers, so none may go in that a number cannot hold. */
function bindBigInt(value: bigint, position: number): bigint {
  if (Number.isSafeInteger(Number(value))) return value;
  throw refusal(position, "an integer beyond ±(2^53−1)");
}

function describe(value: unknown): string {
  if (value === undefined) return "undefined";
  return typeof value === "object" ? (value?.constructor?.name ?? "an object without a class") : typeof value;
}

function refusal(position: number, given: string): TypeError {
  return new TypeError(
    `Parameter ${position} cannot be bound: expected text without NUL, a finite number, a safe integer, a boolean, null or bytes; got ${given}.`,
  );
}

/** What is made of a text and costs more than to look it up, bounded. */
interface Recent<T> {
  /** What was made of the text, or is now. */
  get(text: string): T;
  /** It is made again the next time. */
  drop(text: string): void;
  clear(): void;
}

/**
 * Keeps between `limit / 2` and `limit` of the texts used last, in two generations: a hit in the young one costs one look-up
 * and moves nothing. What `make` throws is not cached.
 */
export function createRecent<T>(limit: number, make: (text: string) => T): Recent<T> {
  let young = new Map<string, T>();
  let old = new Map<string, T>();

  function remember(text: string, made: T): T {
    if (young.size >= limit / 2) {
      old = young;
      young = new Map();
    }
    young.set(text, made);
    return made;
  }

  return {
    get: (text) => young.get(text) ?? remember(text, old.get(text) ?? make(text)),
    drop(text) {
      young.delete(text);
      old.delete(text);
    },
    clear() {
      young = new Map();
      old = new Map();
    },
  };
}

interface StatementText {
  /** How many values it takes. */
  readonly parameters: number;
  /** Whether it changes rows. */
  readonly writes: boolean;
}

const quotedOrComment = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\//g;
const accepted = /^\s*(SELECT|WITH|VALUES|EXPLAIN|INSERT|UPDATE|DELETE|REPLACE)\b/i;
const changesRows =
  /^\s*(INSERT|UPDATE|DELETE|REPLACE)\b|^\s*WITH\b.*\b(INSERT\s+(INTO|OR)|UPDATE|DELETE\s+FROM|REPLACE\s+INTO)\b/is;

/**
 * Reads the text of a rule's statement. Throws on more than one statement, on named parameters, on `OR ROLLBACK` (it would
 * end the transaction of all writes of the group), and on anything but reading and changing rows: transactions, pragmas,
 * attaching and DDL belong to the host (an unqualified CREATE would land in the memory of the connection).
 */
function readStatementText(text: string): StatementText {
  const bare = text.replace(quotedOrComment, blank).replace(/[\s;]+$/, "");
  if (bare.includes(";")) throw new SyntaxError(`One statement at a time, please: ${text}`);
  if (!accepted.test(bare)) throw new SyntaxError(`Rules read and change rows only; this is the host's to do: ${text}`);
  if (/[:@$][A-Za-z_]/.test(bare)) throw new SyntaxError(`Parameters are written "?" or "?1": ${text}`);
  if (/\bOR\s+ROLLBACK\b/i.test(bare)) throw new SyntaxError(`OR ROLLBACK would undo the writes of others: ${text}`);
  return { parameters: countParameters(bare), writes: changesRows.test(bare) };
}

function blank(part: string): string {
  return part.startsWith("--") || part.startsWith("/*") ? " " : "''";
}

/** "?" takes the number after the highest so far, "?3" is the third (sqlite.org/lang_expr.html#varparam). */
function countParameters(bare: string): number {
  let highest = 0;
  for (const [, number] of bare.matchAll(/\?(\d*)/g)) {
    highest = number ? Math.max(highest, Number(number)) : highest + 1;
  }
  return highest;
}

/** `T & NotPromise<T>` as a result type refuses functions that return promises. */
export type NotPromise<T> = T extends PromiseLike<unknown> ? never : T;

/** The value itself. Throws TypeError when it is a promise, whose own failure is then of no interest. */
export function refusePromise<T>(value: T): T {
  if (typeof value !== "object" || value === null || !("then" in value) || typeof value.then !== "function")
    return value;
  void Promise.resolve(value).catch(() => undefined);
  throw new TypeError(
    "A transaction is synchronous: the function returned a promise. Do the waiting outside and pass values in.",
  );
}
