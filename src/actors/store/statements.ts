/** The statements of the rules, and how they are carried out. */
import { createRecent } from "../../workspace/protocol/recent.ts";
import type { Sql, SqlRow, SqlValue } from "../../workspace/protocol/sql.ts";
import { bindValues } from "./bind.ts";
import type { Driver, DriverValue, Statement } from "./driver.ts";
import { readStatementText, type StatementText } from "./statement-text.ts";

/** Preparing is ten times the cost of running, and each one dropped waits for a collection. */
const CACHED_STATEMENTS = 256;

interface Prepared extends StatementText {
  readonly statement: Statement;
}

/** What the statements of a connection ask of it and report to it. */
export interface StatementHost {
  /** Throws when the connection takes no statements now. */
  admit(): void;
  /** A statement is about to change rows. Throws outside a write. */
  admitChange(text: string): void;
  /** A statement has failed; answers what is to be thrown. */
  failed(error: unknown): unknown;
}

export interface Statements {
  readonly sql: Pick<Sql, "run" | "change" | "get" | "all">;
  clear(): void;
}

/** The way in which a statement is carried out. */
type Way<T> = (found: Prepared, values: DriverValue[]) => T;

const simply: Way<void> = ({ statement }, values) => statement.run(values);
const counting: Way<number> = ({ statement }, values) => statement.change(values);
const forOne: Way<SqlRow | undefined> = ({ statement }, values) => statement.get(values);
const forAll: Way<SqlRow[]> = ({ statement }, values) => statement.all(values);

export function createStatements(driver: Driver, host: StatementHost): Statements {
  const statements = createRecent(CACHED_STATEMENTS, (text) => prepare(driver, text));

  function find(text: string, returnsRows: boolean): Prepared {
    host.admit();
    const found = statements.get(text);
    if (found.statement.returnsRows !== returnsRows) throw wrongVerb(found, text);
    if (found.writes) host.admitChange(text);
    return found;
  }

  /** One that has failed goes: the driver's get() leaves it as it is, and it would fail again whatever its values. */
  function carryOut<T>(way: Way<T>, text: string, values: SqlValue[], returnsRows: boolean): T {
    try {
      const found = find(text, returnsRows);
      return way(found, bindValues(values, found.parameters));
    } catch (error) {
      statements.drop(text);
      throw host.failed(error);
    }
  }

  return {
    sql: {
      run: (text, ...values) => carryOut(simply, text, values, false),
      change: (text, ...values) => carryOut(counting, text, values, false),
      get: (text, ...values) => carryOut(forOne, text, values, true),
      all: (text, ...values) => carryOut(forAll, text, values, true),
    },
    clear: () => statements.clear(),
  };
}

function prepare(driver: Driver, text: string): Prepared {
  const read = readStatementText(text);
  const statement = driver.prepare(text);
  return { ...read, statement };
}

/** Why a statement is not for the function that it was given to. */
function wrongVerb(found: Prepared, text: string): Error {
  // The driver's run() on INSERT … RETURNING stops before the change is committed.
  return new Error(
    found.statement.returnsRows
      ? `run() takes no statement that returns rows, use get() or all(): ${text}`
      : `get() and all() take statements that return rows, use run(): ${text}`,
  );
}
