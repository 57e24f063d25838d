/** The statements of the rules, and how they are carried out. */
import { createRecent } from "../../workspace/protocol/recent.ts";
import type { Sql, SqlValue } from "../../workspace/protocol/sql.ts";
import { bindValues } from "./bind.ts";
import type { Driver, Statement } from "./driver.ts";
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

/** How a statement is carried out: whether those that return rows are. */
const verbs = { run: false, change: false, get: true, all: true } as const;
type Verb = keyof typeof verbs;

export function createStatements(driver: Driver, host: StatementHost): Statements {
  const statements = createRecent(CACHED_STATEMENTS, (text) => prepare(driver, text));

  /** One that has failed goes: the driver's get() leaves it as it is, and it would fail again whatever its values. */
  function carryOut<V extends Verb>(verb: V, text: string, values: SqlValue[]): ReturnType<Statement[V]> {
    try {
      host.admit();
      const { statement, parameters, writes } = statements.get(text);
      if (statement.returnsRows !== verbs[verb]) throw wrongVerb(statement, text);
      if (writes) host.admitChange(text);
      return statement[verb](bindValues(values, parameters)) as ReturnType<Statement[V]>;
    } catch (error) {
      statements.drop(text);
      throw host.failed(error);
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

/** Why a statement is not for the function that it was given to. */
function wrongVerb({ returnsRows }: Statement, text: string): Error {
  // The driver's run() on INSERT … RETURNING stops before the change is committed.
  return new Error(
    returnsRows
      ? `run() takes no statement that returns rows, use get() or all(): ${text}`
      : `get() and all() take statements that return rows, use run(): ${text}`,
  );
}
