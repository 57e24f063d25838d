/** One search over the kinds of records that the caller may read. */
import type { Scope } from "../../schema/scopes.ts";
import type { Handler } from "../protocol/context.ts";
import { fold } from "../protocol/fold.ts";
import { readFilter } from "../todos/filter.ts";
import { todoRows } from "../todos/page.ts";
import { showTodos } from "../todos/queries.ts";
import { type Asked, type Find, found } from "../finding/found.ts";
import { findCaptures, findSegments } from "../finding/captures.ts";
import { findAgents, findChats } from "../finding/names.ts";

const others: readonly (readonly [Scope, Find])[] = [
  ["captures:read", findCaptures],
  ["captures:read", findSegments],
  ["chats:read", findChats],
  ["agents:read", findAgents],
];

/** What the caller may read of what has the text, kind by kind. */
export const search: Handler<"search"> = (context, { query }) => {
  const asked: Asked = { query: query.query, text: fold(query.query.trim()), limit: query.limit };
  const todos = findTodos(context, asked);
  // The texts of todos are looked through in slices, and the rest is looked for with the last one.
  if ((context.scan?.reached ?? null) !== null) return { object: "list", data: [] };
  const { scopes } = context.caller;
  const more = others.flatMap(([scope, find]) => (scopes.includes(scope) ? find(context, asked) : []));
  return { object: "list", data: [...todos, ...more] };
};

const findTodos: Find = (context, asked) => {
  const { sql, caller, scan } = context;
  const { query, limit } = asked;
  const list = { filter: readFilter(sql, { query }, caller), sort: "createdAt", descending: true, scan } as const;
  return showTodos(context, todoRows(sql, list, limit, undefined)).map(({ id, title, content, updatedAt }) =>
    found({ kind: "todo", id, title, at: updatedAt }, [content], asked),
  );
};
