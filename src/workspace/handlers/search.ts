/** One search over the kinds of records that the caller may read. */
import { fold } from "../../schema/fold.ts";
import { ApiError } from "../../schema/errors.ts";
import type { Scope } from "../../schema/scopes.ts";
import { kindsIn, type SearchKind, searchKinds, type SearchResult } from "../../schema/search.ts";
import type { Handler } from "../protocol/context.ts";
import { findCaptures, findSegments } from "../finding/captures.ts";
import type { Asked, Find } from "../finding/found.ts";
import { findMessages } from "../finding/messages.ts";
import { findAgents, findChats, findSkills } from "../finding/names.ts";
import { findTodos } from "../finding/todos.ts";

/** Who may read a kind, and how it is found. */
const kinds: Readonly<Record<SearchKind, readonly [Scope, Find]>> = {
  todo: ["todos:read", findTodos],
  chat: ["chats:read", findChats],
  message: ["chats:read", findMessages],
  capture: ["captures:read", findCaptures],
  segment: ["captures:read", findSegments],
  agent: ["agents:read", findAgents],
  skill: ["agents:read", findSkills],
};

/** What the caller may read of what has the text, kind by kind. Throws 403 for a kind that is asked for and may not be read. */
export const search: Handler<"search"> = (context, { query }) => {
  const asked: Asked = { query: query.query, text: fold(query.query.trim()), limit: query.limit };
  const results: SearchResult[] = [];
  for (const kind of kindsFor(context.caller.scopes, query.kinds)) {
    const [, find] = kinds[kind];
    results.push(...find(context, asked));
    // The texts of todos, which come first, are looked through in slices: the rest is looked for with the last one.
    if ((context.scan?.reached ?? null) !== null) return { object: "list", data: [] };
  }
  return { object: "list", data: results };
};

function kindsFor(scopes: readonly Scope[], asked: string | undefined): SearchKind[] {
  const wanted = asked === undefined ? null : kindsIn(asked);
  return searchKinds.filter((kind) => {
    const [scope] = kinds[kind];
    const isAsked = wanted?.includes(kind) ?? false;
    if (isAsked && !scopes.includes(scope)) throw missing(kind, scope);
    return wanted === null ? scopes.includes(scope) : isAsked;
  });
}

function missing(kind: SearchKind, scope: Scope): ApiError {
  const message = `The credential lacks the scope ${scope}, which searching for ${kind} needs.`;
  return new ApiError("missing_scope", message, { param: "kinds" });
}
