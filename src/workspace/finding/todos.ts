/** Searches todos by their titles and texts, in slices where the read has them. */
import { readFilter } from "../todos/filter.ts";
import { todoRows } from "../todos/page.ts";
import { showTodos } from "../todos/queries.ts";
import { type Find, found } from "./found.ts";

export const findTodos: Find = (context, asked) => {
  const { sql, caller, scan } = context;
  const { query, limit } = asked;
  const list = { filter: readFilter(sql, { query }, caller), sort: "createdAt", descending: true, scan } as const;
  return showTodos(context, todoRows(sql, list, limit, undefined)).map(
    ({ id, todoListId, title, content, updatedAt }) =>
      found({ kind: "todo", id, parentId: todoListId, title, at: updatedAt }, [content], asked),
  );
};
