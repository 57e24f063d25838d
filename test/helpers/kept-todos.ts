/** Reading past what is kept of todos in memory. */
import type { Sql } from "../../src/workspace/sql.ts";

/** The same file and snapshot, as if nothing were kept of its todos, nor of what was found among them, nor of the way to it. */
export function withoutKeptTodos(sql: Sql): Sql {
  return {
    ...sql,
    remember: (_, make) => make(),
    todos: {
      byN: () => undefined,
      byId: () => undefined,
      add: () => undefined,
      last: undefined,
      putLast: () => undefined,
    },
    foundTodos: { keep: (_, find) => find() },
    foundPages: { keep: (_, find) => find() },
  };
}
