/** Reading past what is kept of captures in memory. */
import type { Sql } from "../../src/workspace/sql.ts";

/** The same file and snapshot, as if nothing were kept of its captures, nor of what was found among them. */
export function withoutKeptCaptures(sql: Sql): Sql {
  return {
    ...sql,
    captures: { byN: () => undefined, byId: () => undefined, add: () => undefined },
    foundCaptures: { keep: (_, find) => find() },
  };
}
