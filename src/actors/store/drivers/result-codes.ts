/** Gives failures of node:sqlite the names and numbers under which this program knows those of SQLite. Source: sqlite.org/rescode.html. */

const names: Readonly<Record<number, string>> = {
  1: "ERROR",
  4: "ABORT",
  5: "BUSY",
  6: "LOCKED",
  7: "NOMEM",
  8: "READONLY",
  9: "INTERRUPT",
  10: "IOERR",
  11: "CORRUPT",
  13: "FULL",
  14: "CANTOPEN",
  15: "PROTOCOL",
  18: "TOOBIG",
  19: "CONSTRAINT",
  20: "MISMATCH",
  21: "MISUSE",
  23: "AUTH",
  26: "NOTADB",
  275: "CONSTRAINT_CHECK",
  787: "CONSTRAINT_FOREIGNKEY",
  1299: "CONSTRAINT_NOTNULL",
  1555: "CONSTRAINT_PRIMARYKEY",
  1811: "CONSTRAINT_TRIGGER",
  2067: "CONSTRAINT_UNIQUE",
};

/** The error itself, with `code` and `rawCode` when SQLite numbered it. */
export function numbered(error: unknown): unknown {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return error;
  const rawCode = error.errcode;
  const name = names[rawCode] ?? names[rawCode & 0xff] ?? "ERROR";
  return Object.assign(error, { rawCode, code: `SQLITE_${name}` });
}

const ofSystem: Readonly<Record<string, number>> = { ENOSPC: 13, EDQUOT: 13, EROFS: 8 };

/** A failure of the runtime's file functions under the number that SQLite gives such a failure of its own. */
export function numberedFromSystem(what: string, error: unknown): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const errcode = ofSystem[code] ?? 10;
  const why = error instanceof Error ? error.message : String(error);
  return numbered(Object.assign(new Error(`${what}: ${why}`, { cause: error }), { errcode })) as Error;
}
