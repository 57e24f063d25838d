/**
 * The guard in front of the driver: what it would misread, lose or die of is refused here. Measured on libsql 0.5.29: a
 * boolean aborts the process; undefined, NaN and Infinity become NULL; text ends at NUL; a lone surrogate is replaced; a
 * number is bound as REAL; too few values leave those of the last call in place.
 */
import type { SqlValue } from "../../workspace/protocol/sql.ts";
import type { DriverValue } from "./driver.ts";

/** Turns the values into what the driver takes, in place. Throws TypeError, naming the position (from 1), on anything else. */
export function bindValues(values: SqlValue[], expected: number): DriverValue[] {
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
