/** A run as the journal reads it. */
import type { Recorded } from "../protocol/sql.ts";

/** What is set of a run when it is started; all else follows from the turn. */
export const runRecord: Recorded = {
  kind: "todo_run",
  image(sql, id) {
    const row = sql.get("SELECT todo_id, chat_id FROM todo_runs WHERE id = ?", id);
    if (row === undefined) return undefined;
    return { fields: { todoId: row[0], chatId: row[1] }, carried: null };
  },
};
