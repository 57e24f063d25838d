/** What keeps an app's picture of a workspace true: all of it at once. */
import { operation } from "../operation.ts";
import { snapshot, snapshotQuery } from "../snapshot.ts";

export const syncOperations = [
  operation({
    id: "getSnapshot",
    method: "GET",
    path: "/snapshot",
    tag: "Sync",
    auth: "todos:read",
    home: "workspace",
    summary: "Read all that is active",
    description:
      "The active todos as rows of fields, without their bodies, 1,000 a page; with the first page lists, agents and people. Titles that carry content of captures are withheld without `captures:read`.",
    query: snapshotQuery,
    body: null,
    errors: ["invalid_cursor"],
    success: { status: 200, schema: snapshot },
    compressed: true,
  }),
] as const;
