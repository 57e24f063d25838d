/** All that is active in a workspace, as an app holds it in memory. */
import * as v from "valibot";
import { agent } from "./agent.ts";
import { id, paging } from "./common.ts";
import { todoList } from "./todo-list.ts";

const onFirstPage = "On the first page; empty on the others.";

export const snapshot = v.object({
  object: v.literal("snapshot"),
  changesCursor: v.pipe(
    v.string(),
    v.description(
      "Where to follow the changes from, as of the first page: what changes while further pages are read comes again.",
    ),
  ),
  todoLists: v.pipe(v.array(todoList), v.description(`Active lists. ${onFirstPage}`)),
  agents: v.pipe(v.array(agent), v.description(`Active agents; none without \`agents:read\`. ${onFirstPage}`)),
  members: v.pipe(
    v.array(v.object({ id, email: v.string(), name: v.string() })),
    v.description(`The people of the workspace; only for one of them who is signed in. ${onFirstPage}`),
  ),
  todos: v.object({
    fields: v.pipe(v.array(v.string()), v.description("Names of the values of a row, in their order; more may come.")),
    rows: v.pipe(
      v.array(v.array(v.unknown())),
      v.description(
        "Unarchived todos that are not done, suggestions included, oldest first. Values as in a todo, and `hasContent`, and `rank`: the order by hand, compared by code units.",
      ),
    ),
  }),
  nextCursor: v.nullable(v.string()),
});

export const snapshotQuery = v.strictObject({ cursor: paging.cursor });

export type Snapshot = v.InferOutput<typeof snapshot>;
