/** What a statement's text says about it. The driver keeps silent about a second statement and about missing values. */

export interface StatementText {
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
export function readStatementText(text: string): StatementText {
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
