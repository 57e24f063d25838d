/** The snapshot that an app begins with. */
import type { Snapshot } from "../../schema/snapshot.ts";
import { snapshotFields } from "../../schema/snapshot-fields.ts";
import { allAgents } from "../agents/read.ts";
import { newestPosition } from "../feed/cursor.ts";
import { activeTodos, snapshotRows } from "../feed/snapshot-rows.ts";
import { memberRows } from "../members/queries.ts";
import type { Context, Handler } from "../protocol/context.ts";
import { decodePosition, invalidCursor, page } from "../protocol/cursor.ts";
import { todoListRows } from "../todo-lists/queries.ts";

const pageSize = 1000;

/** One page. All pages name the place in the journal as of the first one. Throws `invalid_cursor`. */
export const getSnapshot: Handler<"getSnapshot"> = (context, { query }) => {
  const { sql } = context;
  const { after, changesCursor } = query.cursor === undefined ? firstPage(context) : readPosition(query.cursor);
  const shown = page(activeTodos(sql, after, pageSize + 1), pageSize, ({ n }) => [n, changesCursor]);
  const around = query.cursor === undefined ? surroundings(context) : nothing;
  return {
    object: "snapshot",
    changesCursor,
    ...around,
    todos: { fields: [...snapshotFields], rows: snapshotRows(context, shown.rows) },
    nextCursor: shown.nextCursor,
  };
};

interface Start {
  /** The n that the page comes after. */
  readonly after: number;
  readonly changesCursor: string;
}

function firstPage({ sql }: Context): Start {
  return { after: 0, changesCursor: newestPosition(sql).cursor };
}

function readPosition(cursor: string): Start {
  const [after, changesCursor] = decodePosition(cursor, 2);
  if (!Number.isSafeInteger(after) || typeof changesCursor !== "string") throw invalidCursor();
  return { after: after as number, changesCursor };
}

type Surroundings = Pick<Snapshot, "todoLists" | "agents" | "members">;

const nothing: Surroundings = { todoLists: [], agents: [], members: [] };

/** What the todos stand in, as far as the caller may read it. */
function surroundings({ sql, caller }: Context): Surroundings {
  return {
    todoLists: todoListRows(sql, false),
    agents: caller.scopes.includes("agents:read") ? allAgents(sql, false) : [],
    members:
      caller.credentialType === "session"
        ? memberRows(sql).map(({ userId, email, name }) => ({ id: userId, email, name }))
        : [],
  };
}
