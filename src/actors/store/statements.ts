/** The statements of the rules, and how they are carried out. */
import type { Sql, SqlRow, SqlValue } from "../../workspace/sql.ts";
import { bindValues } from "./bind.ts";
import type { Driver, DriverStatement } from "./driver.ts";
import { readStatementText, type StatementText } from "./statement-text.ts";

export interface Prepared extends StatementText {
  readonly statement: DriverStatement;
  readonly returnsRows: boolean;
}

/** Prepares a statement. Throws when its text is none of a rule's. */
export function prepare(driver: Driver, text: string): Prepared {
  const read = readStatementText(text);
  const statement = driver.prepare(text);
  const returnsRows = statement.reader;
  return { ...read, returnsRows, statement: returnsRows ? statement.raw() : statement };
}

/** Why a statement is not for the function that it was given to. */
export function wrongVerb(found: Prepared, text: string): Error {
  // The driver's run() on INSERT … RETURNING stops before the change is committed.
  return new Error(
    found.returnsRows
      ? `run() takes no statement that returns rows, use get() or all(): ${text}`
      : `get() and all() take statements that return rows, use run(): ${text}`,
  );
}

/** What carries statements out for a connection. */
interface Ways {
  readonly run: (text: string, values: SqlValue[]) => void;
  readonly change: (text: string, values: SqlValue[]) => number;
  readonly runOn: (todo: number | string, text: string, values: SqlValue[]) => void;
  readonly find: (text: string, returnsRows: boolean) => Prepared;
  readonly failedAt: (text: string, error: unknown) => unknown;
}

/** The functions of `Sql` that carry statements out. */
export function statementsOf({
  run,
  change,
  runOn,
  find,
  failedAt,
}: Ways): Pick<Sql, "run" | "change" | "runOn" | "get" | "all"> {
  return {
    run(text: string, ...values: SqlValue[]): void {
      try {
        run(text, values);
      } catch (error) {
        throw failedAt(text, error);
      }
    },
    change(text: string, ...values: SqlValue[]): number {
      try {
        return change(text, values);
      } catch (error) {
        throw failedAt(text, error);
      }
    },
    runOn(todo: number | string, text: string, ...values: SqlValue[]): void {
      try {
        runOn(todo, text, values);
      } catch (error) {
        throw failedAt(text, error);
      }
    },
    get(text: string, ...values: SqlValue[]): SqlRow | undefined {
      try {
        const found = find(text, true);
        return found.statement.get(bindValues(values, found.parameters)) as SqlRow | undefined;
      } catch (error) {
        throw failedAt(text, error);
      }
    },
    all(text: string, ...values: SqlValue[]): SqlRow[] {
      try {
        const found = find(text, true);
        return found.statement.all(bindValues(values, found.parameters)) as SqlRow[];
      } catch (error) {
        throw failedAt(text, error);
      }
    },
  };
}
