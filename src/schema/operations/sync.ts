/** What keeps an app's picture of a workspace true, all of it at once; and a search over what it does not hold. */
import { operation } from "../operation.ts";
import { searchQuery, searchResults } from "../search.ts";
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
  operation({
    id: "search",
    method: "GET",
    path: "/search",
    tag: "Sync",
    auth: "todos:read",
    home: "workspace",
    summary: "Search everything",
    description:
      "Todos by title and text, done ones too; with `chats:read` chats by their names and messages by their words, with `agents:read` agents and skills, with `captures:read` notes and recordings, and what was said in them, with its second. Words are compared as in `listTodos`. Archived records, what is part of them, and texts that are withheld from the caller are not found.",
    query: searchQuery,
    body: null,
    errors: [],
    success: { status: 200, schema: searchResults },
    compressed: true,
  }),
] as const;
