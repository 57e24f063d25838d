/** A todo list as the journal reads it. */
import type { Recorded } from "../protocol/sql.ts";

/** What people and agents set of a list. */
export const todoListRecord: Recorded = {
  kind: "todo_list",
  image(sql, id) {
    const row = sql.get("SELECT name, emoji, color, is_archived FROM todo_lists WHERE id = ?", id);
    if (row === undefined) return undefined;
    const [name, emoji, color, isArchived] = row;
    return { fields: { name, emoji, color, isArchived: isArchived === 1 }, carried: null };
  },
};
